// Photos that a visitor sent, small; a press opens one whole.
export function VisitorPhotos({ addresses }: { addresses: string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address, number) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <img
              src={`${address}?small=true`}
              alt={`The house, as the visitor sent it (${number + 1})`}
              loading="lazy"
              className="size-20 rounded-control border border-hairline object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
