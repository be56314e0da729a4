/** What stands where an event or an article has no picture: first light over the plain, as one wide drawing. */
export function CoverDrawing({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 400 210"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#0d5f41" d="M0 0h400v210H0z" />
      <path fill="#17784f" d="M0 60h400v150H0z" />
      <g fill="#f2b62c">
        {Array.from({ length: 21 }, (_, ray) => (
          <path
            key={ray}
            d="M200 150L193 -70H207Z"
            opacity=".28"
            transform={`rotate(${(ray - 10) * 9} 200 150)`}
          />
        ))}
        <circle cx="200" cy="150" r="62" />
      </g>
      <circle cx="200" cy="150" r="46" fill="#f7d27a" />
      <path fill="#b0212b" d="M0 168Q60 128 128 150T262 150T400 138V210H0Z" />
      <path fill="#101713" d="M0 182Q90 160 176 180T400 176V210H0Z" />
      <Acacia x={66} y={176} scale={1} />
      <Acacia x={338} y={178} scale={0.72} />
      <g fill="#f4f5ef">
        {[-34, 0, 34].map((shift) => (
          <path
            key={shift}
            transform={`translate(${200 + shift} ${shift === 0 ? 34 : 42})`}
            d="M0 -10 2.400 -3.300 9.500 -3.100 3.800 1.200 5.900 8.100 0 4 -5.900 8.100 -3.800 1.200 -9.500 -3.100 -2.400 -3.300Z"
          />
        ))}
      </g>
    </svg>
  )
}

/** The flat crown of the savannah's thorn tree. */
export function Acacia({
  x,
  y,
  scale,
  fill = '#101713',
}: {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly fill?: string
}) {
  return (
    <path
      fill={fill}
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M-3 6C-2 -10 -6 -20 -16 -30C-28 -30 -44 -30 -52 -34C-40 -46 -22 -48 -8 -50C8 -56 34 -52 50 -40C56 -36 40 -32 16 -31C6 -22 3 -8 4 6ZM-12 -31C-6 -25 -2 -18 0 -10C2 -20 6 -26 12 -31Z"
    />
  )
}
