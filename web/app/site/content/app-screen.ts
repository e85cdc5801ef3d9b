/** The words and the scenes of the app as the site draws it. Colors are those of the lights, never of text. */
export const appScreen = {
  title: "Roofline",
  state: "On",
  choose: "Scene",
  scenes: [
    { name: "Warm white", colors: ["#FFB86A"] },
    { name: "December", colors: ["#FF3B30", "#2BD576", "#FFE2B8"] },
    { name: "Game day", colors: ["#3D7BFF", "#FFE2B8"] },
    { name: "Garden party", colors: ["#FF4FA3", "#FFB86A", "#22C7C7"] },
    { name: "October", colors: ["#FF8A1E", "#8E5BFF"] },
    { name: "Lagoon", colors: ["#8E5BFF", "#22C7C7"] },
  ],
} as const;
