"""What phones show: sections of HTML for one reader, made from typed data."""
