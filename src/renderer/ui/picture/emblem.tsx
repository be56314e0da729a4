import { useId } from 'react'

const STAR =
  'm24 6.2 1.05 2.55 2.75.2-2.1 1.78.66 2.67L24 11.95l-2.36 1.45.66-2.67-2.1-1.78 2.75-.2z'
const SHIELD =
  'M24 2c6 3 12.5 4.2 18.5 4.2V23C42.5 34.5 34 42 24 46 14 42 5.5 34.5 5.5 23V6.200C11.5 6.2 18 5 24 2Z'
const HORSE =
  'M34 48V36c0-7-2.5-12.5-7.5-15.500l-.7-3.7-3 2.700c-1.8.6-3.2 1.8-4.2 3.600l-5.4 6.800c-.7.9-.6 2.1.2 2.900l1.3 1.200c.7.6 1.7.7 2.5.2l3-1.900c1 .1 2 0 2.9-.4-1.1 2.3-3.1 4.2-5.1 6-1.8 1.7-2.7 3.8-2.7 6.100v4Z'

/** The association's sign: a horse before the rising sun under three stars, in the five colours of the flag. */
export function Emblem({
  size = 40,
  className,
}: {
  readonly size?: number
  readonly className?: string
}) {
  const clip = useId()
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className={className}>
      <clipPath id={clip}>
        <path d={SHIELD} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill="#0d5f41" d="M0 0h48v48H0z" />
        <circle cx="24" cy="29" r="13.5" fill="#f2b62c" />
        <path fill="#b0212b" d="M0 37.500h48V48H0z" />
        <path fill="#101713" d={HORSE} />
      </g>
      <path d={SHIELD} fill="none" stroke="#f2b62c" strokeWidth="1.2" />
      <path fill="#ffffff" d={STAR} />
      <path fill="#ffffff" d={STAR} transform="translate(-9.5 2.5)" />
      <path fill="#ffffff" d={STAR} transform="translate(9.5 2.5)" />
    </svg>
  )
}
