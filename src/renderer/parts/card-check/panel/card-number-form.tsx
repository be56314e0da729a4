import { type ComponentType, type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { CardInput } from '../check/check-state.ts'
import { CARD_NUMBER_FIELD, readTyped } from './card-input.ts'

interface CardNumberFormProps {
  readonly onCheck: (input: CardInput) => void
  /** Keys by touch, below the field. */
  readonly Pad?: ComponentType<{
    readonly value: string
    readonly onChange: (next: string) => void
  }>
}

/** For a card that no camera reads: the printed number. */
export function CardNumberForm({ onCheck, Pad }: CardNumberFormProps) {
  const { t } = useTranslation('scanner')
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const formId = useId()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const input = readTyped(text)
    setWrong(input === undefined)
    if (input === undefined) return
    onCheck(input)
    setText('')
  }

  function change(next: string): void {
    setText(next)
    setWrong(false)
  }

  return (
    <form
      id={formId}
      onSubmit={submit}
      autoComplete="off"
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 [&>.field-frame]:row-span-3 [&>.field-frame]:grid-rows-subgrid"
    >
      <TextField
        name={CARD_NUMBER_FIELD}
        label={t('number.label')}
        hint={t('number.hint')}
        error={wrong ? t('number.invalid') : undefined}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="characters"
        enterKeyHint="go"
        value={text}
        // With keys of its own no other keyboard rises over it.
        inputMode={Pad === undefined ? 'numeric' : 'none'}
        onChange={(event) => change(event.target.value)}
      />
      {/* In the row of the control, whatever stands above and below it. */}
      <Button
        type="submit"
        disabled={text.trim() === ''}
        variant="secondary"
        className="col-start-2 row-start-2"
      >
        {t('number.submit')}
      </Button>
      {Pad !== undefined && (
        <div className="col-span-2 mx-auto mt-3 w-full max-w-80">
          <Pad value={text} onChange={change} />
        </div>
      )}
    </form>
  )
}
