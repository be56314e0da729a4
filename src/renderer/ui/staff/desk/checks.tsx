import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button/button.tsx'
import { InsideDialog } from '../../dialog/inside-dialog.ts'
import { Checkbox } from '../../field/checkbox.tsx'
import { Section } from '../../layout/section.tsx'
import { KeyHint, useShortcuts } from '../shortcuts.tsx'

interface ChecksProps<C extends string> {
  readonly title: string
  readonly checks: readonly {
    readonly id: C
    readonly label: string
    /** What it is compared with. */
    readonly about?: ReactNode
    /** Why it cannot be made; then neither a hand nor the key ticks it. */
    readonly missing?: string | undefined
  }[]
  readonly done: readonly C[]
  readonly onChange: (done: readonly C[]) => void
}

const hintOf = (about: ReactNode): { readonly hint?: ReactNode } =>
  about === undefined || about === false
    ? {}
    : { hint: <strong className="font-semibold text-ink">{about}</strong> }

/**
 * What a check is compared with stands right below it and clear of the next one. A finger keeps the height of its label, so
 * the value moves up into that. With a mouse all is low: what the applicant wrote begins below it, in the same look.
 */
const RHYTHM =
  '[&_[id$=-hint]]:-mt-2 pointer-fine:[&_[id$=-hint]]:mt-0 pointer-fine:[&_[id$=-hint]]:leading-tight pointer-fine:[&_label]:min-h-0 pointer-fine:[&_label]:py-0 pointer-fine:[&_label]:text-sm pointer-fine:[&_label]:leading-tight'

/** What was compared before the decision. One key ticks all, for a reviewer who has looked at all. */
export function Checks<C extends string>({ title, checks, done, onChange }: ChecksProps<C>) {
  const { t } = useTranslation('staffUi')
  const possible = checks.flatMap(({ id, missing }) => (missing === undefined ? [id] : []))
  const all = possible.every((id) => done.includes(id))
  const turn = (): void => onChange(all ? [] : possible)
  useShortcuts([{ keys: 'c', label: t('checks.all'), run: turn }])
  const button = (
    <Button
      variant="secondary"
      className="px-2.5! pointer-fine:min-h-9 pointer-fine:py-1 pointer-fine:text-sm"
      aria-keyshortcuts="c"
      onClick={turn}
    >
      {t(all ? 'checks.none' : 'checks.all')}
      <KeyHint name="c" />
    </Button>
  )
  const boxes = (
    <fieldset
      aria-label={title}
      className="-my-2 grid gap-1.5 pointer-fine:-mt-3 pointer-fine:gap-3 print:my-0! print:*:pb-2"
    >
      {checks.map(({ id, label: text, about, missing }) => (
        <Checkbox
          key={id}
          label={text}
          {...hintOf(missing ?? about)}
          disabled={missing !== undefined}
          className={RHYTHM}
          checked={done.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...done, id] : done.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
  // A dialog has its own title, and the page behind it has the section of this name.
  if (use(InsideDialog) !== undefined)
    return (
      <div className="grid gap-6">
        {boxes}
        <div className="justify-self-end">{button}</div>
      </div>
    )
  return (
    <Section title={title} actions={button}>
      {boxes}
    </Section>
  )
}

interface OpenChecksProps {
  /** How many, as a sentence that ends with a colon. */
  readonly title: string
  readonly checks: readonly string[]
}

/** Before a decision: what was not ticked, so that nobody confirms it by a slip. A list, because checks hold commas. */
export const OpenChecks = ({ title, checks }: OpenChecksProps) => (
  <div className="text-warning">
    <p className="font-semibold">{title}</p>
    <ul className="list-disc ps-5">
      {checks.map((check) => (
        <li key={check}>{check}</li>
      ))}
    </ul>
  </div>
)
