// The choice of a category, with everything first.
interface FilterProps<Category extends string> {
  label: string;
  all: string;
  categories: readonly Category[];
  /** Null is everything. */
  chosen: Category | null;
  onChoose: (category: Category | null) => void;
}

export function CategoryFilter<Category extends string>({
  label,
  all,
  categories,
  chosen,
  onChoose,
}: FilterProps<Category>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label} className="flex flex-wrap gap-2 noscript:hidden">
      <Choice text={all} chosen={chosen === null} onChoose={() => onChoose(null)} />
      {categories.map((category) => (
        <Choice key={category} text={category} chosen={chosen === category} onChoose={() => onChoose(category)} />
      ))}
    </div>
  );
}

function Choice({ text, chosen, onChoose }: { text: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose} className="chip">
      {text}
    </button>
  );
}
