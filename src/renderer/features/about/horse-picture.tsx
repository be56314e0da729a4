import { Horse } from '../../ui/illustrations/horse.tsx'

/** The horse of the flag, standing for its portrait. */
export function HorsePicture({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#f4e3b5" d="M0 0h480v320H0z" />
      <circle cx="270" cy="150" r="118" fill="#f2b62c" />
      <path fill="#d9a566" d="M0 262C120 250 330 248 480 260V320H0Z" />
      <ellipse cx="236" cy="284" rx="150" ry="9" fill="#b98345" />
      <Horse transform="translate(232 260) scale(1.42)" />
    </svg>
  )
}
