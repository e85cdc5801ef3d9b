// Photos as small pictures that open.
interface SmallPhotosProps {
  addresses: string[];
  /** What they show, where no visitor sent them. */
  told?: string;
}

export function SmallPhotos({ addresses, told = "The house, as the visitor sent it" }: SmallPhotosProps) {
  if (addresses.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address, place) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <img
              src={`${address}?small=true`}
              alt={`${told} (${place + 1})`}
              loading="lazy"
              className="size-24 rounded-control border border-hairline bg-sunk object-cover"
              onError={({ currentTarget }) => {
                const item = currentTarget.closest("li");
                if (item) item.hidden = true; // taken away since
              }}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
