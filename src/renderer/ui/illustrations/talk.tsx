import { Person } from './people.tsx'

/** Two people, and what they say as two weaves that meet. */
export function Talk({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#14301f" d="M0 0h480v320H0z" />
      <g transform="translate(20 36) scale(.92)">
        <path
          fill="#f2b62c"
          d="M60 34H236A16 16 0 0 1 252 50V118A16 16 0 0 1 236 134H132L108 164V134H76A16 16 0 0 1 60 118Z"
        />
        <path
          fill="#101713"
          d="M80 112L104 72L128 112ZM128 112L152 72L176 112ZM176 112L200 72L224 112Z"
        />
        <path
          fill="#b0212b"
          d="M104 62L112 52L104 42L96 52ZM152 62L160 52L152 42L144 52ZM200 62L208 52L200 42L192 52Z"
        />
        <path
          fill="#f4f5ef"
          d="M284 70H410A16 16 0 0 1 426 86V138A16 16 0 0 1 410 154H386V182L360 154H284A16 16 0 0 1 268 138V86A16 16 0 0 1 284 70Z"
        />
        <path
          fill="#0d5f41"
          d="M290 138L312 96L334 138ZM334 138L356 96L378 138ZM378 138L400 96L412 119V138Z"
        />
      </g>
      <Person x={122} y={238} skin="#5a3726" cloth="#c8553d" trim="#f2d9c4" head="tobe" />
      <Person x={362} y={246} skin="#6b412c" cloth="#f4f5ef" trim="#d9dccf" head="imma" />
    </svg>
  )
}
