/** The words of the live house. Names of scenes and effects stand with their data in lib/schemes.ts. */
export const live = {
  scene: "Scene",
  own: { title: "Your own colors", names: ["Light 1", "Light 2", "Light 3"] },
  effect: "Effect",
  calm: "Effects are paused because your device asks for reduced motion.",
  brightness: "Brightness",
  percent: (value: number) => `${value}%`,
  day: "Daylight",
  copy: "Copy link",
  copied: "Link copied. It opens this house in this light.",
  notCopied: "Copy the address of this page: it opens this house in this light.",
  status: {
    own: "Your own colors",
    night: (scene: string, effect: string, brightness: number) =>
      `${scene}, ${effect.toLowerCase()}, ${brightness}% bright.`,
    day: "By day the lights are off and the channel disappears.",
    still: "This is the house in warm white; this browser cannot draw the live view.",
  },
};
