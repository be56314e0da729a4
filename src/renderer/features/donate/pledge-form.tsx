import { type RefObject, useRef, useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { useFormProblems } from '../../ui/form-problems.ts'
import { AmountChoice } from './amount-choice.tsx'
import { CauseChoice } from './cause-choice.tsx'
import { GiverFields } from './giver-fields.tsx'
import { MethodChoice } from './method-choice.tsx'
import { chosenAmount, OTHER_AMOUNT, type PledgeFields } from './pledge-fields.ts'
import { type PledgeFailure, PledgeSummary } from './pledge-summary.tsx'
import type { Summary } from './treasury.tsx'
import { usePledge } from './use-pledge.ts'

export function PledgeForm({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('donate')
  const session = useSession()
  const send = usePledge()
  const [failure, setFailure] = useState<PledgeFailure>()
  const sending = useRef(false)
  const form = useForm<PledgeFields>({
    shouldFocusError: false, // the cards are no fields of the library: focusFirst below knows the order on the page
    defaultValues: {
      cause: '',
      preset: '',
      custom: '',
      anonymous: false,
      email: '',
      method: 'bank',
      name: session.state === 'authenticated' ? session.user.name : '',
    },
  })
  const { control, register, setValue, handleSubmit, formState } = form
  const { errors } = formState
  const show = useFormProblems(form.setError, {
    cause: 'cause',
    amountUsd: 'custom',
    method: 'method',
    name: 'name',
    email: 'email',
  })
  const [cause, preset, method] = useWatch({ control, name: ['cause', 'preset', 'method'] })
  const [causeBox, amountBox] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]

  register('cause', { validate: (value) => value !== '' || t('cause.required') })
  register('preset', { validate: (value) => value !== '' || t('amount.required') })
  register('method')
  const choose = <F extends 'cause' | 'preset' | 'method'>(
    field: F,
    value: PledgeFields[F],
  ): void => setValue(field, value as never, { shouldValidate: formState.isSubmitted }) // never: the library's type of a value by a generic name

  async function promise(fields: PledgeFields): Promise<void> {
    if (sending.current) return // a second press before the first one was drawn
    sending.current = true
    setFailure(undefined)
    try {
      await send(fields)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const text = show(error)
      // Where no word came back the pledge may well be stored; sending it again does no harm.
      if (text !== undefined) setFailure({ unsure: (error.problem?.status ?? 500) >= 500, text })
    } finally {
      sending.current = false
    }
  }
  const focusFault = (faults: FieldErrors<PledgeFields>): void =>
    focusFirst(faults, form.setFocus, { cause: causeBox, preset: amountBox })

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(promise, focusFault)(event)}
      className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]"
    >
      <div className="grid gap-8 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6">
        <div ref={causeBox}>
          <CauseChoice
            causes={summary.causes}
            value={cause}
            onChange={(next) => choose('cause', next)}
            error={errors.cause?.message}
          />
        </div>
        <div ref={amountBox}>
          <AmountChoice
            preset={preset}
            onChange={(next) => choose('preset', next)}
            error={errors.preset?.message}
            custom={{
              ...register('custom', {
                validate: (custom, { preset: chosen }) => {
                  const amount = chosenAmount({ preset: chosen, custom })
                  return (
                    chosen !== OTHER_AMOUNT ||
                    typeof amount !== 'string' ||
                    t(`amount.faults.${amount}`)
                  )
                },
              }),
              error: errors.custom?.message,
            }}
          />
        </div>
        <GiverFields form={form} />
        <MethodChoice
          summary={summary}
          value={method}
          onChange={(next) => choose('method', next)}
          error={errors.method?.message}
        />
      </div>
      <PledgeSummary control={control} busy={formState.isSubmitting} failure={failure} />
    </form>
  )
}

const IN_ORDER = ['cause', 'preset', 'custom', 'name', 'email'] as const

function focusFirst(
  faults: FieldErrors<PledgeFields>,
  setFocus: (name: 'custom' | 'name' | 'email') => void,
  boxes: Readonly<Record<'cause' | 'preset', RefObject<HTMLElement | null>>>,
): void {
  const first = IN_ORDER.find((name) => faults[name] !== undefined)
  if (first === 'cause' || first === 'preset') boxes[first].current?.querySelector('input')?.focus()
  else if (first !== undefined) setFocus(first)
}
