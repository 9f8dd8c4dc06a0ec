/** The mark of the product, in the accent of the client. */
export const ProductMark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--fi-accent)" />
    <path d="M9 12.5h14M9 18h14M9 23.5h9" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    <path d="M9 7.5h5" stroke="#fff" strokeOpacity=".6" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
