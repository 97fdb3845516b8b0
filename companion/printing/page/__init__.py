"""Drawing on pages of a PDF in millimetres: paper, fonts, pen, and how pieces are arranged."""
