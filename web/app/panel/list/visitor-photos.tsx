// The photos that a visitor sent, as small pictures that open.
export function VisitorPhotos({ addresses }: { addresses: string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address, place) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <img
              src={`${address}?small=true`}
              alt={`The house, as the visitor sent it (${place + 1})`}
              loading="lazy"
              className="size-24 rounded-control border border-hairline bg-sunk object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
