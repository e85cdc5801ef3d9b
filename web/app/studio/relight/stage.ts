// Draws dusk over one picture: what stays is drawn once into textures, a frame only adds the lights in their colors.
import { everywhere } from "~/lib/tone";
import type { Layers, Photo } from "../engine";
import { type Bulbs, EACH } from "./bulbs";
import { type Drawing, drawingOn, type Name, type Program } from "./canvas";
import * as shaders from "./shaders";

/** One frame. */
interface Frame {
  evening: number;
  seconds: number;
  /** Red, green and blue of each of the three groups. */
  tints: readonly number[];
  sparkle: boolean;
}

export interface Stage {
  layers: (layers: Layers) => void;
  lights: (bulbs: Bulbs, roll: number) => void;
  draw: (frame: Frame) => void;
}

/** Daylight that a picture is exposed to, in stops, and how far one may be off. */
const [USUAL, BRIGHTER, DARKER] = [-2.75, 1.6, -1];
/** Of the evening: from when lights come on, until they are all up. */
const [SWITCHED, UP] = [0.12, 0.4];

const nextFrame = () => new Promise((done) => setTimeout(done));

/** Null where the browser cannot draw it. Its textures come one by one, so that the page goes on meanwhile. */
export async function stageOn(canvas: HTMLCanvasElement, { image, width, height }: Photo): Promise<Stage | null> {
  canvas.width = width;
  canvas.height = height;
  const drawing = drawingOn(canvas);
  if (!drawing) return null;
  drawing.load("photo", image);
  await nextFrame();
  const half = [Math.ceil(width / 2), Math.ceil(height / 2)] as const;
  const quarter = [Math.ceil(width / 4), Math.ceil(height / 4)] as const;
  drawing.make("evened", [width, height], "bytes");
  drawing.make("scene", [width, height], "halves");
  drawing.make("walls", half, "halves");
  drawing.make("bulbs", [width, height], "bytes");
  drawing.make("source", quarter, "bytes");
  drawing.make("glow", quarter, "bytes");
  await nextFrame();
  const programs = await allPrograms(drawing);
  return staged(drawing, programs, [width, height]);
}

type Programs = Record<"evened" | "scene" | "wall" | "ground" | "bulb" | "bright" | "spread" | "picture", Program>;

async function allPrograms({ program }: Drawing): Promise<Programs> {
  const texts: [keyof Programs, fragment: string, vertex?: string][] = [
    ["evened", shaders.evened],
    ["scene", shaders.scene],
    ["wall", shaders.wallFragment, shaders.wallVertex],
    ["ground", shaders.groundFragment, shaders.groundVertex],
    ["bulb", shaders.bulbFragment, shaders.bulbVertex],
    ["bright", shaders.bright],
    ["spread", shaders.spread],
    ["picture", shaders.picture],
  ];
  const made: Partial<Programs> = {};
  for (const [name, fragment, vertex = everywhere] of texts) {
    made[name] = program(fragment, vertex);
    await nextFrame();
  }
  return made as Programs;
}

function staged(drawing: Drawing, programs: Programs, size: [number, number]): Stage {
  const { gl, make, into, shrink } = drawing;
  const draws = instances(gl);
  let ground = [0.8, 0.8];
  let low = 0.5;
  let cells = 24;
  let sceneOf: number | null = null;
  /** What the lights reach; all else stays as it is while only they change. */
  let reached: readonly [x: number, y: number, width: number, height: number] = [0, 0, ...size];
  let isWhole = false;

  function fill(target: Name | null, program: Program, values: Parameters<Drawing["into"]>[2]) {
    into(target, program, values);
    draws.everywhere();
  }

  function add(
    target: Name,
    program: Program,
    lamps: Float32Array,
    values: Parameters<Drawing["into"]>[2],
    mode: GLenum,
  ) {
    into(target, program, { size, ...values });
    gl.enable(gl.BLEND);
    gl.blendEquation(mode);
    gl.blendFunc(gl.ONE, gl.ONE);
    draws.each(lamps);
    gl.disable(gl.BLEND);
  }

  function clear(target: Name, program: Program) {
    into(target, program, {});
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  return {
    layers(layers) {
      const { daylight } = layers;
      make("mask", size, "bytes", layers.mask);
      make("colors", [layers.bands, layers.rows], "bytes", layers.colors);
      make("daylight", [daylight.width, daylight.height], "byte", daylight.stops);
      ground = layers.ground.map((row) => row / size[1]);
      low = layers.low;
      const off = Math.min(Math.max((USUAL - daylight.mean) * 0.75, DARKER), BRIGHTER);
      fill("evened", programs.evened, { ground, exposure: 2 ** off });
      sceneOf = null;
      isWhole = false;
    },
    lights({ bulbs, spots, pitch, focal }, roll) {
      const down = [-Math.sin(roll), Math.cos(roll)];
      clear("walls", programs.wall);
      add("walls", programs.wall, spots, { down }, gl.FUNC_ADD);
      add("walls", programs.ground, spots, { focal }, gl.FUNC_ADD);
      clear("bulbs", programs.bulb);
      add("bulbs", programs.bulb, bulbs, {}, gl.MAX);
      fill("source", programs.bright, {});
      shrink("source");
      fill("glow", programs.spread, {});
      cells = size[0] / pitch;
      reached = reachOf(spots, size);
      isWhole = false;
    },
    draw({ evening, seconds, tints, sparkle }) {
      const isSame = sceneOf === evening;
      if (!isSame && evening > 0) fill("scene", programs.scene, { evening, low, ground });
      sceneOf = evening;
      const share = Math.min(Math.max((evening - SWITCHED) / (UP - SWITCHED), 0), 1);
      if (isSame && isWhole) gl.enable(gl.SCISSOR_TEST);
      gl.scissor(...reached);
      fill(null, programs.picture, { tints, evening, on: share * share, sparkle: sparkle ? 1 : 0, seconds, cells });
      gl.disable(gl.SCISSOR_TEST);
      isWhole = true;
    },
  };
}

/** Feet around the spots beyond which their light and its glare are gone; on the ground as many down. */
const AROUND = 7;

/** As WebGL counts: from the bottom left. */
function reachOf(spots: Float32Array, [width, height]: readonly [number, number]): [number, number, number, number] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < spots.length; i += EACH) {
    const [x, y, foot, , foundation] = spots.subarray(i, i + EACH) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    left = Math.min(left, x - AROUND * foot);
    right = Math.max(right, x + AROUND * foot);
    top = Math.min(top, y - AROUND * foot);
    bottom = Math.max(bottom, y + 2 * AROUND * foot, foundation + AROUND * foot);
  }
  const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  const [low, high] = [Math.max(0, Math.floor(height - bottom)), Math.min(height, Math.ceil(height - top))];
  return [from, low, Math.max(0, to - from), Math.max(0, high - low)];
}

/** The two ways of drawing: one triangle over all, and a square for each lamp. */
function instances(gl: WebGL2RenderingContext) {
  const lamps = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(lamps);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [place, count, from] of [
    [0, 4, 0],
    [1, 1, 16],
  ] as const) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, gl.FLOAT, false, 4 * EACH, from);
    gl.vertexAttribDivisor(place, 1);
  }
  gl.bindVertexArray(null);
  return {
    everywhere: () => gl.drawArrays(gl.TRIANGLES, 0, 3),
    each(numbers: Float32Array) {
      gl.bindVertexArray(lamps);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, numbers.length / EACH);
      gl.bindVertexArray(null);
    },
  };
}
