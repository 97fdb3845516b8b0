"""The words of the QR codes in an image."""

import zxingcpp

from vision.arrays import Image


def words_seen(image: Image) -> frozenset[str]:
    """The words of all QR codes that can be read in an image, (h, w) or (h, w, 3) BGR, 8 bits."""
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])  # kept by nobody, or it complains at the end
    return frozenset(code.text for code in zxingcpp.read_barcodes(image, formats=formats))
