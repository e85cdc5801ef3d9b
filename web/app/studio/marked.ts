// The lit picture with our mark, for its owner to keep.
import type { Dusk } from "./engine";

/** Of the picture's width: the band below the picture that holds the mark. */
const BAND = 1 / 16;

/** The picture as it stands, as PNG, with the company's name and the scheme's below it. */
export const marked = (dusk: Dusk, brand: string, scheme: string): Promise<Blob> =>
  dusk.still((picture) => {
    const { width, height } = picture;
    const band = Math.round(width * BAND);
    const canvas = new OffscreenCanvas(width, height + band);
    const paper = canvas.getContext("2d");
    if (!paper) throw new Error("This browser draws no pictures.");
    paper.fillStyle = "#0a0f1e";
    paper.fillRect(0, 0, width, height + band);
    paper.drawImage(picture, 0, 0);
    const face = getComputedStyle(document.body).fontFamily;
    const [middle, edge, size] = [height + band / 2, band * 0.4, band * 0.42];
    paper.textBaseline = "middle";
    paper.fillStyle = "#ffc163";
    paper.font = `700 ${size}px ${face}`;
    paper.fillText(brand, edge, middle);
    paper.fillStyle = "#f3f5fb";
    paper.font = `400 ${size * 0.8}px ${face}`;
    paper.textAlign = "right";
    paper.fillText(scheme, width - edge, middle, width * 0.6);
    return canvas.convertToBlob({ type: "image/png" });
  });
