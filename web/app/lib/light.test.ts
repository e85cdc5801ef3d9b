import { describe, expect, test } from "vitest";
import { type Tint, tint, tintsAt } from "./light";
import { described, effects, firstScheme, read, type Scheme, sceneOf, scenes, written } from "./schemes";

const sum = (light: Tint) => light[0] + light[1] + light[2];

describe("a color as light", () => {
  test("keeps hue and drops lightness", () => {
    expect(tint("#400000")).toEqual(tint("#ff0000"));
    expect(tint("#ff0000").slice(1)).toEqual([0, 0]);
  });
  test("is off when black", () => {
    expect(tint("#000000")).toEqual([0, 0, 0]);
  });
  test("gets more power where the eye sees less", () => {
    expect(Math.max(...tint("#3d7bff"))).toBeGreaterThan(Math.max(...tint("#ffb86a")));
    expect(Math.max(...tint("#ffb86a"))).toBeCloseTo(1.5, 1);
  });
});

describe("an effect", () => {
  const holiday: Scheme = { ...firstScheme, colors: scenes[2].colors };

  test("steady and twinkle give each group its own color at all times", () => {
    for (const effect of ["steady", "twinkle"] as const) {
      expect(tintsAt({ ...holiday, effect }, 7)).toEqual(holiday.colors.map(tint));
    }
  });
  test("chase hands the colors on by one group a step", () => {
    const [a, b, c] = tintsAt({ ...holiday, effect: "chase" }, 0);
    const later = tintsAt({ ...holiday, effect: "chase" }, 0.6);
    expect(later).toEqual([c, a, b]);
  });
  test("of one color runs and breathes, but never goes out", () => {
    for (const effect of ["chase", "fade"] as const) {
      const seen = Array.from({ length: 200 }, (_, i) => sum(tintsAt({ ...firstScheme, effect }, i / 20)[0]));
      expect(Math.max(...seen)).toBeGreaterThan(2 * Math.min(...seen));
      expect(Math.min(...seen)).toBeGreaterThan(0);
    }
  });
  test("no group turns from dark to bright and back three times in any second", () => {
    for (const { id: effect } of effects) {
      const seen = Array.from({ length: 600 }, (_, i) => sum(tintsAt({ ...holiday, effect }, i / 60)[1]));
      for (let from = 0; from + 60 <= seen.length; from += 10) {
        const turns = seen.slice(from, from + 60).filter((now, i, all) => {
          const [before, after] = [all[i - 1] ?? now, all[i + 1] ?? now];
          return (now - before) * (after - now) < 0;
        });
        expect(turns.length).toBeLessThan(6);
      }
    }
  });
  test("brightness dims every group alike", () => {
    const [full] = tintsAt(holiday, 0);
    const [half] = tintsAt({ ...holiday, brightness: 50 }, 0);
    expect(sum(half) / sum(full)).toBeCloseTo(0.25);
  });
});

describe("the scheme in an address", () => {
  test("says every scene, effect, brightness and hour, and is read back", () => {
    for (const { colors } of scenes) {
      for (const { id: effect } of effects) {
        for (const brightness of [10, 55, 100]) {
          for (const day of [true, false]) {
            const scheme: Scheme = { colors, effect, brightness, day };
            expect(read(written(scheme))).toEqual(scheme);
          }
        }
      }
    }
  });
  test("is short, and says colors of one's own as they are", () => {
    expect(written(firstScheme)).toBe("warm");
    expect(written({ ...firstScheme, effect: "chase", brightness: 60, day: true })).toBe("warm-chase-60-day");
    const own: Scheme = { ...firstScheme, colors: ["#102030", "#abcdef", "#ffffff"] };
    expect(written(own)).toBe("102030-abcdef-ffffff");
    expect(read(written(own))).toEqual(own);
    expect(sceneOf(own.colors)).toBeUndefined();
  });
  test("is read leniently", () => {
    const nothing = ["", "nothing", "<script>", "-----", "#1g", "chase2"];
    for (const text of nothing) expect(read(text)).toEqual(firstScheme);
    expect(read("HOLIDAY,Chase 60")).toEqual(read("holiday-chase-60"));
    expect(read("warm-999").brightness).toBe(100);
    expect(read("warm-0").brightness).toBe(10);
    expect(read("ff0000").colors).toEqual(["#ff0000", "#ff0000", "#ff0000"]);
    expect(read("ff0000-00ff00").colors).toEqual(["#ff0000", "#00ff00", "#ff0000"]);
  });
});

test("a scheme is told in words", () => {
  expect(described(firstScheme)).toBe("Warm white");
  expect(described(read("holiday-chase-60-day"))).toBe("Holiday, Chase, 60%");
  expect(described(read("ff3b30-3d7bff-fade"))).toBe("#ff3b30 #3d7bff #ff3b30, Fade");
});
