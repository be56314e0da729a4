/**
 * People in flat colours, drawn by code: half figures that stand behind each other. They have no
 * faces on purpose: they are not particular people, and members must be able to keep their face
 * private.
 */
export interface PersonLook {
  readonly x: number
  readonly y: number
  readonly scale?: number
  readonly skin: string
  readonly cloth: string
  /** A second colour of the cloth: border of a tobe, collar of a jalabiya. */
  readonly trim: string
  readonly head: 'tobe' | 'imma' | 'hair' | 'cap'
}

/** From shoulders to waist, then the head and what covers it. The head's middle lies at 0, 0; a figure is some 120 wide. */
export function Person({ x, y, scale = 1, skin, cloth, trim, head }: PersonLook) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path fill={cloth} d="M-62 150C-62 82 -44 50 0 50S62 82 62 150Z" />
      {head === 'tobe' ? (
        <Tobe skin={skin} cloth={cloth} trim={trim} />
      ) : (
        <Bare skin={skin} trim={trim} head={head} />
      )}
    </g>
  )
}

function Tobe({ skin, cloth, trim }: Pick<PersonLook, 'skin' | 'cloth' | 'trim'>) {
  return (
    <>
      <path
        fill={cloth}
        d="M0 -46C-38 -46 -48 -14 -44 20C-42 46 -58 66 -62 100L62 100C58 66 42 46 44 20C48 -14 38 -46 0 -46Z"
      />
      <path
        fill={skin}
        d="M0 -30C22 -30 30 -14 29 6C28 28 16 42 0 42S-28 28 -29 6C-30 -14 -22 -30 0 -30Z"
      />
      <path
        fill={trim}
        d="M0 -37C-31 -37 -39 -12 -36 16C-35 32 -28 44 -14 54C-30 40 -30 24 -30 6C-30 -16 -20 -29 0 -29S30 -16 30 6C30 30 22 46 -10 62C-34 74 -52 92 -56 130L-46 134C-42 100 -24 86 2 72C36 54 37 34 37 12C38 -14 30 -37 0 -37Z"
      />
    </>
  )
}

function Bare({ skin, trim, head }: Pick<PersonLook, 'skin' | 'trim' | 'head'>) {
  return (
    <>
      <path fill={skin} d="M-13 28H13V58C13 68 -13 68 -13 58Z" />
      <path fill={trim} d="M-22 54L0 82L22 54L14 50L0 66L-14 50Z" />
      <path
        fill={skin}
        d="M0 -36C22 -36 30 -18 29 4C28 26 16 42 0 42S-28 26 -29 4C-30 -18 -22 -36 0 -36Z"
      />
      {head === 'hair' && (
        <path
          fill="#1c1512"
          d="M-31 4C-38 -30 -22 -46 0 -46S38 -30 31 4C28 -8 24 -18 14 -22C0 -18 -16 -18 -22 -14C-27 -8 -29 -2 -31 4Z"
        />
      )}
      {head === 'cap' && (
        <path
          fill={trim}
          d="M-30 -12C-30 -38 -18 -50 0 -50S30 -38 30 -12C12 -18 -12 -18 -30 -12Z"
        />
      )}
      {head === 'imma' && (
        <>
          <path
            fill="#f4f5ef"
            d="M-36 -8C-50 -34 -30 -62 2 -62S50 -34 36 -8C22 -20 -20 -20 -36 -8Z"
          />
          <path
            fill="none"
            stroke="#cfd3c6"
            strokeWidth="4"
            strokeLinecap="round"
            d="M-34 -18C-14 -40 10 -48 32 -50M-40 -34C-24 -50 -6 -56 12 -58M34 -18C24 -32 8 -38 -6 -38"
          />
        </>
      )}
    </>
  )
}
