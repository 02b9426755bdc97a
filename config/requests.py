"""What is taken out of a request before anything looks at it: what no browser sends, and what would end in an error."""

import re
from collections.abc import Callable, Iterable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler

# `charset*=` is the same parameter in another spelling.
CHARSET = re.compile(r";\s*charset\*?\s*=[^;]*", re.IGNORECASE)

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
    """

    def handle_raw_input(self, input_data, META, content_length, boundary, encoding=None):
        """Look at the announced size before the first byte is read. Raises RequestDataTooBig."""
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig(f"A form of {content_length} bytes is too large.")
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
