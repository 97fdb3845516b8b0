"""What this room refuses."""


class DocumentError(ValueError):
    """A file that cannot be read as what it should be.

    The message says what is wrong and what to do, without the file's name, so that `f"{path} {error}"` is a sentence.

    Attributes:
        line: Number of the line, from 1; 0 where the mistake is of the whole file.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class MissingDocumentError(DocumentError):
    """There is no such file."""
