"""Addresses of sign-up, log-in and the account page."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("sign-up/", views.SignUpView.as_view(), name="signup"),
    path("log-in/", views.LogInView.as_view(), name="login"),
    path("log-out/", views.log_out, name="logout"),
    path("e-mail/<str:token>/", views.email_confirm, name="email_confirm"),
    path("download/", views.download, name="download"),
    path("delete/", views.delete_account, name="delete_account"),
    path("deleted/", views.deleted, name="deleted"),
    path("password/", views.PasswordChangeView.as_view(), name="password_change"),
    path("password/forgotten/", views.PasswordResetView.as_view(), name="password_reset"),
    path("password/sent/", views.PasswordResetSentView.as_view(), name="password_reset_sent"),
    path("password/new/<uidb64>/<token>/", views.PasswordResetConfirmView.as_view(), name="password_reset_confirm"),
]
