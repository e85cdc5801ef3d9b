// Where the header and the footer lead.

export interface SiteLink {
  href: string;
  label: string;
}

export const mainLinks: SiteLink[] = [
  { href: "/", label: "Home" },
  { href: "/residential", label: "Residential" },
  { href: "/commercial", label: "Commercial" },
  { href: "/how-it-works", label: "How It Works" },
  { href: "/gallery", label: "Gallery" },
  { href: "/support", label: "Support" },
  { href: "/about", label: "About" },
  { href: "/blog", label: "Blog" },
];

export const financingLink: SiteLink = { href: "/financing", label: "Financing" };

export const footerColumns: { title: string; links: SiteLink[] }[] = [
  {
    title: "Products",
    links: [
      { href: "/residential", label: "Residential" },
      { href: "/commercial", label: "Commercial" },
      { href: "/how-it-works", label: "How It Works" },
      financingLink,
    ],
  },
  {
    title: "Company",
    links: [
      { href: "/about", label: "About Us" },
      { href: "/gallery", label: "Gallery" },
      { href: "/blog", label: "Blog" },
      { href: "/support", label: "Support" },
    ],
  },
];
