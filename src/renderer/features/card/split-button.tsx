import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import {
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  useDisclosure,
} from '../../ui/layout/disclosure.tsx'

interface Choice {
  readonly label: string
  readonly onPress: () => void
}

interface SplitButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly busy?: boolean
  readonly onPress: () => void
  /** Name of the part that opens the choices. */
  readonly choiceLabel: string
  readonly choices: readonly Choice[]
}

const ARROW = cx(
  '-ms-px inline-grid w-11 shrink-0 place-items-center rounded-e-md border border-line-strong bg-surface',
  'transition-colors hover:border-brand hover:text-brand',
)
const PANEL =
  'absolute inset-x-0 top-full z-20 mt-1 min-w-64 rounded-md border border-line bg-raised p-1 shadow-float'

/** One press does what most people want; the arrow beside it offers the rest. */
export function SplitButton({
  label,
  icon,
  busy = false,
  onPress,
  choiceLabel,
  choices,
}: SplitButtonProps) {
  const arrow = useRef<HTMLButtonElement>(null)
  return (
    <Disclosure className="relative flex">
      <Button
        variant="secondary"
        icon={icon}
        busy={busy}
        onClick={onPress}
        className="grow rounded-e-none"
      >
        {label}
      </Button>
      <DisclosureButton ref={arrow} aria-label={choiceLabel} title={choiceLabel} className={ARROW}>
        <ChevronDown aria-hidden="true" size={20} />
      </DisclosureButton>
      <DisclosurePanel className={PANEL}>
        <ul>
          {choices.map((choice) => (
            <ChoiceEntry key={choice.label} {...choice} onLeave={() => arrow.current?.focus()} />
          ))}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  )
}

function ChoiceEntry({ label, onPress, onLeave }: Choice & { readonly onLeave: () => void }) {
  const { close } = useDisclosure()
  return (
    <li>
      <button
        type="button"
        className="min-h-11 w-full rounded-sm px-3 py-2 text-start hover:bg-sunken"
        onClick={() => {
          onLeave() // the entry goes away with the panel; the focus must not go with it
          close()
          onPress()
        }}
      >
        {label}
      </button>
    </li>
  )
}
