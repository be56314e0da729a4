/** Those who walk, seen from the side in flat colours; their feet stand at y = 0. */
interface WalkerProps {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly cloth: string
  readonly skin: string
}

const place = ({ x, y, scale }: WalkerProps): string => `translate(${x} ${y}) scale(${scale})`

export function Woman(props: WalkerProps & { readonly trim: string; readonly basket?: boolean }) {
  const { cloth, skin, trim, basket = false } = props
  return (
    <g transform={place(props)}>
      <g className="scene-step">
        <path
          fill={cloth}
          d="M0 -128C-15 -128 -19 -116 -18 -104C-24 -92 -30 -50 -34 0H32C30 -50 26 -92 18 -104C19 -116 15 -128 0 -128Z"
        />
        <path
          fill={skin}
          d="M3 -122C11 -122 14 -115 13 -108C12 -100 8 -96 3 -96S-6 -102 -6 -109S-4 -122 3 -122Z"
        />
        <path fill={trim} d="M-18 -104C-10 -84 12 -70 27 -58L29 -46C8 -58 -18 -76 -22 -88Z" />
        {basket && (
          <>
            <path
              fill="none"
              stroke={cloth}
              strokeWidth="9"
              strokeLinecap="round"
              d="M14 -92C30 -100 30 -122 22 -138"
            />
            <circle cx="21" cy="-140" r="5" fill={skin} />
            <path fill="#101713" d="M-26 -140H26L18 -128H-18Z" />
            <path
              fill="#f2b62c"
              d="M-26 -140L-20 -152L-14 -140L-8 -152L-2 -140L4 -152L10 -140L16 -152L22 -140Z"
            />
            <path fill="#b0212b" d="M-28 -142H28V-137H-28Z" />
          </>
        )}
      </g>
    </g>
  )
}

export function Man(props: WalkerProps & { readonly child?: boolean }) {
  const { cloth, skin, child = false } = props
  return (
    <g transform={place(props)}>
      <g className="scene-step">
        {!child && (
          <path stroke="#3a2016" strokeWidth="4" strokeLinecap="round" d="M34 0L30 -118" />
        )}
        <path
          fill={cloth}
          d="M-4 -98C-18 -98 -24 -84 -26 -60L-30 0H28L24 -60C22 -84 16 -98 4 -98Z"
        />
        <path
          fill="none"
          stroke={cloth}
          strokeWidth="11"
          strokeLinecap="round"
          d="M14 -86C22 -78 26 -70 30 -66"
        />
        <circle cx="32" cy="-66" r="5" fill={skin} />
        <path
          fill={skin}
          d="M2 -126C11 -126 14 -118 13 -110C12 -101 8 -96 2 -96S-8 -102 -8 -110S-6 -126 2 -126Z"
        />
        {child ? (
          <path
            fill="#1c1512"
            d="M-10 -112C-14 -128 -4 -134 4 -134C14 -134 18 -124 13 -116C6 -122 -4 -121 -10 -112Z"
          />
        ) : (
          <>
            <path
              fill="#f4f5ef"
              d="M-13 -114C-20 -130 -8 -140 4 -139C17 -138 22 -126 15 -115C8 -121 -5 -121 -13 -114Z"
            />
            <path
              fill="none"
              stroke="#cfd3c6"
              strokeWidth="2.5"
              d="M-12 -119C-4 -130 6 -133 14 -132M-15 -126C-9 -133 -2 -136 4 -136"
            />
          </>
        )}
      </g>
    </g>
  )
}
