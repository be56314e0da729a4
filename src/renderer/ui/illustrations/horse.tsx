import { useId } from 'react'

/**
 * The horse of the flag, in the quilted cloth of the riders of Darfur: patches of four colours over
 * a black horse. A group for a drawing; its hooves stand at y = 16, it is some 200 wide. The class
 * `horse-leg` is for animations.
 */
export function Horse({ transform }: { readonly transform?: string }) {
  const id = useId()
  return (
    <g transform={transform}>
      <defs>
        <clipPath id={`${id}-cloth`}>
          <path d="M46 -116C54 -104 58 -90 54 -74C50 -58 40 -44 34 -34C10 -28 -28 -28 -52 -34C-62 -48 -66 -70 -63 -92C-56 -106 -46 -110 -36 -110C-24 -110 -14 -104 0 -104C14 -104 32 -110 46 -116Z" />
        </clipPath>
        <clipPath id={`${id}-neck`}>
          <path d="M44 -118C50 -130 58 -142 68 -150C76 -138 78 -122 72 -108C66 -98 64 -86 58 -76C52 -82 44 -98 40 -110Z" />
        </clipPath>
        <pattern
          id={`${id}-quilt`}
          width="20"
          height="20"
          patternUnits="userSpaceOnUse"
          x="2"
          y="-4"
        >
          <path fill="#f4f5ef" d="M0 0h20v20H0z" />
          <path fill="#b0212b" d="M0 0L10 10L0 20Z" />
          <path fill="#0d5f41" d="M20 0L10 10L20 20Z" />
          <path fill="#f2b62c" d="M0 20L10 10L20 20Z" />
        </pattern>
      </defs>
      <g fill="#101713">
        <path d="M-57 -106C-74 -112 -84 -94 -84 -72C-84 -52 -92 -38 -100 -28C-86 -30 -72 -42 -69 -62C-67 -76 -66 -88 -57 -96Z" />
        <g fill="#2a322d">
          <path
            className="horse-leg horse-leg-b"
            d="M-58 -84C-60 -66 -66 -58 -73 -48C-78 -41 -79 -36 -80 -30L-88 -2C-90 4 -95 10 -98 16L-85 16C-83 10 -82 4 -79 -2L-70 -30C-67 -38 -60 -42 -53 -47L-34 -66Z"
          />
          <path
            className="horse-leg horse-leg-a"
            d="M22 -62C23 -46 20 -38 19 -30L13 -4C11 4 8 10 6 16L19 16C20 10 21 4 22 -4L29 -31C32 -41 40 -46 46 -58Z"
          />
        </g>
        <path d="M95 -121C98 -116 100 -110 97 -106C94 -103 90 -104 86 -105C82 -107 78 -110 74 -112C70 -107 68 -98 65 -90C62 -80 58 -70 50 -64C42 -57 34 -55 26 -55C10 -54 -8 -56 -22 -60C-30 -62 -36 -62 -40 -62C-54 -62 -63 -76 -63 -92C-62 -104 -52 -111 -38 -111C-24 -111 -14 -104 0 -104C12 -104 20 -108 28 -114C37 -121 42 -133 51 -144C57 -151 64 -156 70 -157L71 -168C75 -165 78 -160 79 -155C83 -151 85 -146 87 -141C89 -134 92 -127 95 -121Z" />
        <path
          className="horse-leg horse-leg-a"
          d="M-54 -72C-52 -56 -46 -50 -48 -38C-50 -28 -47 -18 -46 -4C-46 4 -44 10 -42 16L-29 16C-31 10 -34 4 -36 -4C-38 -16 -38 -26 -36 -36C-34 -48 -28 -56 -20 -62Z"
        />
        <path
          className="horse-leg horse-leg-b"
          d="M54 -72C60 -58 64 -48 68 -38L78 -8C80 0 85 6 90 10L87 16L75 16C73 10 71 4 69 -2L58 -34C52 -42 44 -50 36 -58Z"
        />
      </g>
      <g clipPath={`url(#${id}-cloth)`}>
        <rect x="-80" y="-120" width="150" height="100" fill={`url(#${id}-quilt)`} />
      </g>
      <path d="M-53 -37C-28 -31 10 -31 35 -37L34 -30C10 -24 -28 -24 -52 -30Z" fill="#b0212b" />
      <path
        fill="#101713"
        d="M-51.0 -28.8l4.25 9l4.25 -9zM-42.5 -27.7l4.25 9l4.25 -9zM-34.0 -26.8l4.25 9l4.25 -9zM-25.5 -26.2l4.25 9l4.25 -9zM-17.0 -25.9l4.25 9l4.25 -9zM-8.5 -25.9l4.25 9l4.25 -9zM0.0 -26.2l4.25 9l4.25 -9zM8.5 -26.8l4.25 9l4.25 -9zM17.0 -27.7l4.25 9l4.25 -9zM25.5 -28.8l4.25 9l4.25 -9z"
      />
      <g clipPath={`url(#${id}-neck)`}>
        <rect x="30" y="-160" width="60" height="100" fill={`url(#${id}-quilt)`} />
      </g>
      <path d="M42 -120C52 -106 58 -90 55 -70" stroke="#b0212b" strokeWidth="6" fill="none" />
      <path
        d="M42 -120C52 -106 58 -90 55 -70"
        stroke="#f2b62c"
        strokeWidth="2.2"
        strokeDasharray="4 4"
        fill="none"
      />
      <path
        fill="#101713"
        d="M-22 -107C-18 -120 -12 -119 -8 -112C0 -108 8 -110 13 -118C18 -124 25 -122 24 -112C22 -104 18 -100 16 -92H-14C-16 -98 -20 -100 -22 -107Z"
      />
      <path fill="#b0212b" d="M-14 -100H16L20 -66C10 -60 -6 -60 -16 -66Z" />
      <path
        fill="none"
        stroke="#f2b62c"
        strokeWidth="2.5"
        d="M-13 -95H16.500M-16 -70C-6 -64 10 -64 19.5 -70"
      />
      <path fill="#f2b62c" d="M2 -91L8 -82L2 -73L-4 -82Z" />
      <path fill="none" stroke="#101713" strokeWidth="2.6" d="M3 -66V-50" />
      <path fill="none" stroke="#f2b62c" strokeWidth="3" d="M-2 -42H8L3 -51Z" />
      <g fill="none" stroke="#b0212b" strokeWidth="3.2">
        <path d="M76 -153C80 -140 83 -126 86 -113" />
        <path d="M94.5 -124C90 -119 87 -113 84 -106" />
        <path d="M77 -150C80 -149 83 -149 85 -147" />
      </g>
      <path d="M86 -113C74 -98 46 -100 20 -113" fill="none" stroke="#f2b62c" strokeWidth="2.4" />
      <g fill="#f2b62c">
        <circle cx="80.5" cy="-141" r="2.4" />
        <circle cx="86" cy="-113" r="2.8" />
        <path d="M83 -106L78.5 -94H88Z" />
      </g>
      <path
        fill="#f4f5ef"
        d="M82.8 -136.500C84.5 -138.6 86.5 -137.8 87.4 -135.800C86 -135 84 -135.2 82.8 -136.500Z"
      />
    </g>
  )
}
