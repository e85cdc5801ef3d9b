// The house on a canvas: takes the layers once, and draws them in any light in one pass.
import { everywhere } from "~/lib/tone";
import { bright, picture, spread } from "./shader";

export type Layer = "night" | "A" | "B" | "C" | "day";
export type Layers = Record<Exclude<Layer, "day">, HTMLImageElement>;

interface Frame {
  /** Nine numbers: red, green and blue of the groups A, B and C. */
  tints: Float32Array;
  /** From night (0) to day (1). */
  hour: number;
  sparkle: number;
  seconds: number;
}

export interface View {
  draw: (frame: Frame) => void;
  /** Gives it the daylight, which is fetched only when it is asked for. */
  addDay: (image: HTMLImageElement) => void;
}

const UNITS = ["night", "A", "B", "C", "day", "glare", "source"];

function compiled(gl: WebGL2RenderingContext, fragment: string): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, everywhere],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: of WebGL, not of React
  gl.useProgram(program);
  for (const [unit, name] of UNITS.entries()) gl.uniform1i(gl.getUniformLocation(program, name), unit);
  return program;
}

/** Binds a new texture to a unit, filled with an image or, without one, with black of a size. */
function texture(gl: WebGL2RenderingContext, unit: string, image: HTMLImageElement | [number, number]) {
  const made = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + UNITS.indexOf(unit));
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  if (image instanceof HTMLImageElement) {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  } else {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ...image, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
  }
  return made;
}

/** Draws with a program into a new texture. */
function drawn(gl: WebGL2RenderingContext, fragment: string, unit: string, size: [number, number]) {
  const program = compiled(gl, fragment);
  const target = texture(gl, unit, size);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  gl.viewport(0, 0, ...size);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return program !== null;
}

/** The glare does not depend on the scheme, so it is made once. */
function makeGlare(gl: WebGL2RenderingContext, size: [number, number]) {
  if (!drawn(gl, bright, "source", size)) return false;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  gl.generateMipmap(gl.TEXTURE_2D);
  return drawn(gl, spread, "glare", size);
}

/** Null where the browser cannot draw it. */
export function openView(canvas: HTMLCanvasElement, layers: Layers): View | null {
  const { naturalWidth: width, naturalHeight: height } = layers.night;
  canvas.width = width;
  canvas.height = height;
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: "low-power",
  });
  if (!gl || gl.isContextLost()) return null;
  // The bytes as they are: they are roots of light, not colors of a screen.
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  for (const [name, image] of Object.entries(layers)) texture(gl, name, image);
  texture(gl, "day", [1, 1]);
  if (!makeGlare(gl, [Math.ceil(width / 4), Math.ceil(height / 4)])) return null;
  const program = compiled(gl, picture);
  if (!program) return null;
  gl.viewport(0, 0, width, height);
  const place = (name: string) => gl.getUniformLocation(program, name);
  const places = { tints: place("tints"), hour: place("hour"), sparkle: place("sparkle"), seconds: place("seconds") };
  return {
    draw({ tints, hour, sparkle, seconds }) {
      gl.uniformMatrix3fv(places.tints, false, tints);
      gl.uniform1f(places.hour, hour);
      gl.uniform1f(places.sparkle, sparkle);
      gl.uniform1f(places.seconds, seconds);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    addDay: (image) => texture(gl, "day", image),
  };
}
