// Where a drawing begins: a photo by camera, file, drop or paste, a house of ours, or the drawing of last time.
import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { forget, kept } from "./kept";
import { type SimilarHouse, similarHouses } from "./similar";
import { words as all } from "./words";

const words = all.start;

const TYPES = "image/*,.heic,.heif";

interface StartProps {
  /** What there is to say, such as why the last file was refused. */
  said: string;
  busy: boolean;
  onFile: (file: Blob) => void;
  onHouse: (house: SimilarHouse) => void;
  onKept: () => void;
  onSay: (words: string) => void;
}

const pictureIn = (files: FileList | undefined): File | undefined => files?.[0];

export function Start({ said, busy, onFile, onHouse, onKept, onSay }: StartProps) {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const file = pictureIn(clipboardData?.files);
      if (file && !busy) onFile(file);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [busy, onFile]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = pictureIn(event.dataTransfer.files);
    if (file && !busy) onFile(file);
  };
  return (
    <div className="studio-start">
      <section
        aria-label={words.file}
        className="studio-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <h3 className="studio-title">{words.title}</h3>
        <p className="studio-hint">{words.text}</p>
        <div className="studio-row">
          <Pick label={words.file} icon={<ImagePlus aria-hidden />} busy={busy} onFile={onFile} start />
          <div className="studio-touched">
            <Pick label={words.camera} icon={<Camera aria-hidden />} busy={busy} onFile={onFile} camera />
          </div>
        </div>
        <div className="studio-told">
          <p role="status">{said}</p>
          {!said && <p className="studio-hint studio-touched">{words.stand}</p>}
          {!said && <p className="studio-hint studio-clicked">{words.drop}</p>}
        </div>
      </section>
      <Last busy={busy} onOpen={onKept} onSay={onSay} />
      <h3 className="studio-title">{words.similar}</h3>
      <ul className="studio-houses">
        {similarHouses.map((house) => (
          <li key={house.id}>
            <button type="button" className="studio-house" aria-disabled={busy} onClick={() => !busy && onHouse(house)}>
              <img src={house.small} alt={house.alt} width={640} height={360} />
              {house.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PickProps {
  label: string;
  icon: React.ReactNode;
  busy: boolean;
  camera?: boolean;
  start?: boolean;
  onFile: (file: Blob) => void;
}

function Pick({ label, icon, busy, camera, start, onFile }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES}
        capture={camera ? "environment" : undefined}
        aria-label={`${label}: file`}
        onChange={({ currentTarget }) => {
          const file = pictureIn(currentTarget.files ?? undefined);
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button
        variant={camera ? "outline" : "primary"}
        size="large"
        data-start={start ? "" : undefined}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {icon}
        {label}
      </Button>
    </>
  );
}

/** The drawing that was kept from last time. */
function Last({ busy, onOpen, onSay }: { busy: boolean; onOpen: () => void; onSay: (words: string) => void }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    kept().then((last) => setThere(last !== null));
  }, []);
  if (!isThere) return null;
  const remove = async () => {
    await forget();
    setThere(false);
    onSay(words.forgotten);
  };
  return (
    <div className="studio-row studio-last">
      <p>{words.kept}</p>
      <Button variant="outline" busy={busy} onClick={onOpen}>
        {words.goOn}
      </Button>
      <Button variant="quiet" busy={busy} onClick={remove}>
        {words.forget}
      </Button>
    </div>
  );
}
