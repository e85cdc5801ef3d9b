// How somebody is reached: a tap writes or calls.
const LINK = "text-link underline-offset-4 hover:underline";

interface ContactProps {
  email: string;
  phone: string | null;
}

export function Contact({ email, phone }: ContactProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <a href={`mailto:${email}`} className={`break-all ${LINK}`}>
        {email}
      </a>
      {phone ? (
        <a href={`tel:${phone}`} className={LINK}>
          {phone}
        </a>
      ) : (
        <span className="text-muted">No phone</span>
      )}
    </div>
  );
}
