// How somebody is reached: a tap writes or calls, where what was typed is an address or a number.
import { mailto, phoneText, tel } from "~/lib/contact";

const LINK = "text-link underline-offset-4 hover:underline";

export function MailLink({ email }: { email: string }) {
  const href = mailto(email);
  if (!href) return <span className="break-all">{email}</span>;
  return (
    <a href={href} className={`break-all ${LINK}`}>
      {email}
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  const href = tel(phone);
  if (!href) return <span className="break-words">{phoneText(phone)}</span>;
  return (
    <a href={href} className={LINK}>
      {phoneText(phone)}
    </a>
  );
}

interface ContactProps {
  email: string;
  phone: string | null;
}

export function Contact({ email, phone }: ContactProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <MailLink email={email} />
      {phone ? <PhoneLink phone={phone} /> : <span className="text-muted">No phone</span>}
    </div>
  );
}
