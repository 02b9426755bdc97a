"""What is taken out of a request before anything looks at it: what no browser sends, and what would end in an error."""

import re
from collections.abc import Callable, Iterable
from io import BytesIO

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler

# `charset*=` is the same parameter in another spelling.
CHARSET = re.compile(r";\s*charset\*?\s*=[^;]*", re.IGNORECASE)

# With a file that a view takes. More than it takes is read and dropped up to here, so that the rest of the form is not
# lost for a photo that is somewhat too large.
LONGEST_REQUEST = 32 * 1024 * 1024

NUL_IN_COOKIE = r"\000"


def readable(application: Callable) -> Callable:
    """WSGI middleware: texts are read as UTF-8 whatever the Content-Type claims, cookies with a NUL are not there.

    A request may name any codec of Python's as its charset: "hex" reads no text at all, and "unicode_escape" makes lone
    surrogates, which no page and no database can hold. A NUL hides within the quotes of a cookie, and PostgreSQL
    looks for no session that has one. Django reads the charset before its own middleware could change it.
    """

    def answer(environ: dict, start_response: Callable) -> Iterable[bytes]:
        if ";" in (kind := environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = CHARSET.sub("", kind)
        if NUL_IN_COOKIE in (cookies := environ.get("HTTP_COOKIE", "")):
            environ["HTTP_COOKIE"] = ";".join(each for each in cookies.split(";") if NUL_IN_COOKIE not in each)
        return application(environ, start_response)

    return answer


class SmallUploads(MemoryFileUploadHandler):
    """Files stay in memory, and come with requests only that are no larger than a form may be.

    Django's own handlers write files of any size to the disk, before anybody has looked at the form's token.

    A view that takes files says how many bytes of them, all together, as its `takes_files`. Of those that are longer
    only the size is kept: what else is in the form still comes, and the view can say at its place what was too large.
    """

    def handle_raw_input(self, input_data, META, content_length, boundary, encoding=None):
        """Look at the announced size before the first byte is read. Raises RequestDataTooBig."""
        match = getattr(self.request, "resolver_match", None)
        self.room = getattr(match and match.func, "takes_files", 0)
        if content_length > (LONGEST_REQUEST if self.room else settings.DATA_UPLOAD_MAX_MEMORY_SIZE):
            raise RequestDataTooBig(f"A form of {content_length} bytes is too large.")
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
        self.activated = self.activated or self.room > 0

    def receive_data_chunk(self, raw_data, start):
        """Keep a piece of a file, or nothing of the file when it is too long for what room is left."""
        if not self.room:
            return super().receive_data_chunk(raw_data, start)
        if self.file.tell() == start and start + len(raw_data) <= self.room:
            self.file.write(raw_data)
        else:
            self.file = BytesIO()
        return None

    def file_complete(self, file_size):
        """Return the file, empty where it was too long, with the size that it had."""
        self.room -= self.file.tell()
        return super().file_complete(file_size)
