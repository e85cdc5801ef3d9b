"""What a scene is: a shot (building, camera, hour) that is rendered once, and pictures made of its layers."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .camera import View
from .post import Look
from .site import plant_store
from .stage import Stage


@dataclass(frozen=True)
class Shot:
    build: Callable[[Stage], None]
    view: View
    time: str = "night"  # dusk, late, night, storm, day, overcast, morning, studio, bench
    size: tuple = (1280, 720)
    snow: bool = False
    wet: float = 0.0
    lit: float = 0.45  # share of windows with light
    leds: bool = True
    energy: float = 1.0
    seed: int = 4
    samples: int = 20
    sky: dict = field(default_factory=dict)

    usual_doors: bool = False  # doors of the sizes that are sold

    def stage(self, night: bool) -> Stage:
        stage = Stage(self.seed, self.snow, self.wet, night, self.lit)
        stage.usual_doors = self.usual_doors
        plant_store(stage)
        self.build(stage)
        return stage


@dataclass(frozen=True)
class Picture:
    shot: str
    look: Look = Look()
    shape: str = "card"  # which widths are encoded
    hero: bool = False
    crop: tuple | None = None  # left, top, right, bottom as shares of the frame
    width: int | None = None  # scales the picture to this width before encoding
