const CUPS = [
  [132, 258],
  [352, 260],
  [424, 238],
] as const

/** A clay coffee pot on its ring, with cups: offered to every guest, and so the sign of help. */
export function Jabana({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#f2b62c" d="M0 0h480v320H0z" />
      <path fill="#e3a41c" d="M0 226h480v94H0z" />
      <ellipse cx="240" cy="268" rx="226" ry="46" fill="#8a1a22" />
      <ellipse cx="240" cy="260" rx="226" ry="46" fill="#b0212b" />
      <ellipse
        cx="240"
        cy="260"
        rx="196"
        ry="36"
        fill="none"
        stroke="#f2b62c"
        strokeWidth="5"
        strokeDasharray="14 10"
      />
      <path
        fill="none"
        stroke="#f4f5ef"
        strokeWidth="7"
        strokeLinecap="round"
        d="M322 62C340 46 308 28 326 6M350 66C368 50 338 34 354 12"
      />
      {/* Handle, spout and body in one clay; the light comes from the left. */}
      <path
        fill="none"
        stroke="#3a2016"
        strokeWidth="15"
        strokeLinecap="round"
        d="M222 82C150 78 136 138 168 168"
      />
      <path fill="#3a2016" d="M286 172C318 158 320 122 322 84L346 78C350 132 340 186 296 214Z" />
      <path
        fill="#4a2a1c"
        d="M218 44H262C262 92 268 112 290 130C332 164 322 250 240 250S148 164 190 130C212 112 218 92 218 44Z"
      />
      <path
        fill="#5f3a28"
        d="M228 44H238C238 98 226 120 202 144C176 172 178 214 196 236C156 214 158 156 192 130C216 112 224 92 228 44Z"
      />
      <path fill="#d9a566" d="M214 28H266L260 48H220ZM226 12H254V30H226Z" />
      <path
        fill="none"
        stroke="#f2b62c"
        strokeWidth="4"
        d="M178 178L196 160L214 178L232 160L250 178L268 160L286 178L302 162"
      />
      <ellipse cx="240" cy="250" rx="64" ry="15" fill="#101713" />
      <path
        fill="none"
        stroke="#f2b62c"
        strokeWidth="6"
        strokeDasharray="9 7"
        d="M180 251C196 262 284 262 300 251"
      />
      {CUPS.map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <ellipse cx="0" cy="26" rx="24" ry="6" fill="#8a1a22" />
          <path fill="#f4f5ef" d="M-24 -14H24C24 10 14 26 0 26S-24 10 -24 -14Z" />
          <path fill="#0d5f41" d="M-23 -4H23L21 6H-21Z" />
          <ellipse cx="0" cy="-14" rx="24" ry="7" fill="#d9dccf" />
          <ellipse cx="0" cy="-13" rx="18" ry="5" fill="#3a2016" />
        </g>
      ))}
    </svg>
  )
}
