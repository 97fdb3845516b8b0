"""Converts JPEG bytes from a camera to images."""

from vision.errors import PictureError
from vision.images.image import Picture


def picture_of(data: bytes, *, grey: bool, before: Picture | None = None) -> Picture | None:
    """Returns the image in JPEG bytes, decoded only as far as every image is needed.

    Args:
        data: One whole JPEG.
        grey: Whether grey is sufficient.
        before: The image before it. If all of that one was needed, so will be all of this one: it is decoded once, and
            its small form is made from its pixels.

    Returns:
        The image; None if it is damaged or truncated.
    """
    try:
        picture = Picture.of_jpeg(data, grey=grey)
        # Decoding here ensures that consumers never get a damaged image. The tracker needs the small image anyway.
        _ = picture.grey if before is not None and before.is_opened else picture.small
    except PictureError:
        return None
    return picture
