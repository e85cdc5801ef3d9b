"""The list as Django's documentation teaches it: models, a queryset, JsonResponse, persistent connections."""

import hashlib
import os
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import models
from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone

place = urlsplit(os.environ["BENCH_DATABASE_URL"])
settings.configure(
    ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], USE_TZ=True, SECRET_KEY="unused",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    DATABASES={"default": {
        "ENGINE": "django.db.backends.postgresql", "NAME": place.path[1:], "USER": place.username,
        "HOST": place.hostname, "PORT": place.port, "CONN_MAX_AGE": None,
    }},
)  # fmt: skip
django.setup()


class SignIn(models.Model):
    sid = models.CharField(primary_key=True)
    expire = models.DateTimeField()
    user = models.ForeignKey("User", models.DO_NOTHING)

    class Meta:
        app_label, db_table = "bench", "sessions"


class User(models.Model):
    id = models.CharField(primary_key=True)
    role = models.CharField(null=True)
    branch_id = models.CharField(null=True)
    region_id = models.CharField(null=True)
    status = models.CharField()

    class Meta:
        app_label, db_table = "bench", "users"


class Branch(models.Model):
    id = models.CharField(primary_key=True)
    region_id = models.CharField()

    class Meta:
        app_label, db_table = "bench", "branches"


class Lead(models.Model):
    id = models.CharField(primary_key=True)
    branch_id = models.CharField()
    assigned_to = models.CharField(null=True)
    name = models.CharField()
    email = models.CharField()
    phone = models.CharField(null=True)
    address = models.CharField(null=True)
    status = models.CharField()
    source = models.CharField(null=True)
    estimated_value = models.IntegerField(null=True)
    notes = models.TextField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    version = models.IntegerField()

    class Meta:
        app_label, db_table = "bench", "leads"

    def shown(self):
        return {
            "id": self.id, "branchId": self.branch_id, "assignedTo": self.assigned_to, "name": self.name,
            "email": self.email, "phone": self.phone, "address": self.address, "status": self.status,
            "source": self.source, "estimatedValue": self.estimated_value, "notes": self.notes,
            "createdAt": self.created_at, "updatedAt": self.updated_at, "version": self.version,
        }  # fmt: skip


def leads(request):
    sid = hashlib.sha256(request.COOKIES["duskline_session"].encode()).hexdigest()
    alive = SignIn.objects.select_related("user").filter(
        sid=sid, expire__gt=timezone.now(), user__status="active"
    )
    user = alive.get().user
    found = Lead.objects.order_by("-created_at", "-id")
    if user.role == "regional_ops_manager":
        found = found.filter(
            branch_id__in=list(Branch.objects.filter(region_id=user.region_id).values_list("id", flat=True))
        )
    elif user.role != "admin":
        found = found.filter(branch_id=user.branch_id)
    count = found.order_by()[:10_001].count()
    return JsonResponse([lead.shown() for lead in found[:50]], safe=False, headers={"X-Total-Count": count})


urlpatterns = [path("", lambda request: HttpResponse("ready")), path("leads", leads)]
app = get_wsgi_application()
