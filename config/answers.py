"""What happens to an answer on its way out."""

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware


class GZipPages(GZipMiddleware):
    """Compresses pages; pictures, PDFs and archives are compressed already, trying again would only take time."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        kind = response.get("Content-Type", "")
        if kind.startswith(("image/jpeg", "image/webp", "application/pdf", "application/zip")):
            return response
        return super().process_response(request, response)
