"""JPEG bytes from a camera to pictures."""

from vision.errors import PictureError
from vision.images.image import Picture


def picture_of(data: bytes, *, grey: bool) -> Picture | None:
    """The picture in some JPEG bytes, decoded only as far as every picture is looked at.

    Args:
        data: One whole JPEG.
        grey: Whether grey is enough.

    Returns:
        The picture; None if it is broken or was cut off.
    """
    try:
        picture = Picture.of_jpeg(data, grey=grey)
        # Whoever takes it must not find out that it is broken. The tracker begins with the small picture anyway.
        _ = picture.small
    except PictureError:
        return None
    return picture
