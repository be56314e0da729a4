import { type ComponentProps, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { pledge } from '#shared/contract/donations.ts'
import { DONATION_PRESETS_USD, type DonationCause } from '#shared/domain/donations.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'
import { useSession } from '../../platform/session/session.ts'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { RequiredNote } from '../../ui/form/required-note.tsx'
import { useCurrency, useMoney } from '../../ui/use-money.ts'
import { CAUSE_COLOUR } from './cause-colours.ts'
import type { ClothCause } from './cloth.ts'
import { keepPledge } from './kept-pledge.ts'
import { MethodChoice } from './method-choice.tsx'
import { usePledgeFaults } from './pledge-faults.tsx'
import { chosenAmount, isEmailOrBlank, OTHER_AMOUNT, type PledgeFields } from './pledge-fields.ts'
import { type PledgeFailure, PledgeSummary } from './pledge-summary.tsx'
import type { Summary } from './treasury.tsx'

/** Sends the pledge, keeps the response for this tab and shows it. */
function usePledge(): (fields: PledgeFields) => Promise<void> {
  const navigate = useNavigate()
  const language = useLanguage()
  // The id belongs to the content of the pledge: the same content sent again after a lost response is the same pledge.
  const draft = useRef({ content: '', id: '' })

  return async (fields) => {
    const amountUsd = chosenAmount(fields)
    if (fields.cause === '' || typeof amountUsd !== 'number') return
    const { cause, method, anonymous } = fields
    const giver = anonymous
      ? { name: '', email: '' }
      : { name: CLEAN.line(fields.name), email: CLEAN.email(fields.email) }
    const content = { cause, amountUsd, method, anonymous, ...giver }
    const text = JSON.stringify(content)
    if (draft.current.content !== text) draft.current = { content: text, id: crypto.randomUUID() }
    try {
      const reply = await askWithProof(pledge, {
        headers: {},
        body: { id: draft.current.id, ...content, language },
      })
      keepPledge({ ...reply, mailed: giver.email !== '' })
      draft.current = { content: '', id: '' }
      await navigate('/donate', { state: { pledged: reply.reference } })
    } catch (error) {
      // Under this id the server holds another pledge (the user signed in or out meanwhile): the next try gets a new
      // id.
      if (error instanceof CallFailure && error.messageKey === 'conflict')
        draft.current = { content: '', id: '' }
      throw error
    }
  }
}

interface CauseChoiceProps {
  readonly causes: readonly ClothCause[]
  readonly value: DonationCause | ''
  readonly onChange: (cause: DonationCause) => void
  readonly error: string | undefined
}

function CauseChoice({ causes, value, onChange, error }: CauseChoiceProps) {
  const { t } = useTranslation('donations')
  return (
    <ChoiceCards
      legend={t('cause.legend')}
      columns={2}
      required
      value={value === '' ? undefined : value}
      onChange={onChange}
      error={error}
      options={causes.map((cause) => ({
        value: cause.id,
        label: t(`causes.${cause.id}.title`),
        icon: <Mark cause={cause.id} />,
        hint: <CauseProgress cause={cause} />,
      }))}
    />
  )
}

/** The diamond of the cause's band in the cloth. */
function Mark({ cause }: { readonly cause: DonationCause }) {
  return (
    <svg viewBox="0 0 20 36" aria-hidden="true" className={cx('h-9 w-5', CAUSE_COLOUR[cause])}>
      <path d="M10 1l9 17-9 17-9-17Z" className="fill-current" />
      <path d="M10 12l3 6-3 6-3-6Z" className="fill-surface" />
    </svg>
  )
}

function CauseProgress({ cause: { id, raisedUsd, goalUsd } }: { readonly cause: ClothCause }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const share = Math.min(raisedUsd / goalUsd, 1)
  return (
    <span className="grid gap-2">
      <span>{t(`causes.${id}.description`)}</span>
      {/* Inside a label only text is read out, so the text says what the bar shows. */}
      <span
        aria-hidden="true"
        className="mt-1 block h-2 overflow-hidden rounded-sm bg-line forced-colors:border"
      >
        <span
          className={cx(
            'block size-full origin-left bg-current rtl:origin-right forced-colors:bg-[CanvasText]',
            CAUSE_COLOUR[id],
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
      <span className="text-ink tabular-nums">
        {t('cause.progress', { raised: money(raisedUsd), goal: money(goalUsd) })}
      </span>
    </span>
  )
}

interface AmountChoiceProps {
  readonly preset: string
  readonly onChange: (preset: string) => void
  readonly error: string | undefined
  /** The properties of the field for an amount of one's own. */
  readonly custom: Omit<ComponentProps<typeof TextField>, 'label'>
}

function AmountChoice({ preset, onChange, error, custom }: AmountChoiceProps) {
  const { t } = useTranslation('donations')
  const [money, currency] = [useMoney(), useCurrency()]
  return (
    <div className="grid gap-3">
      <ChoiceCards
        legend={t(`amount.legend.${currency}`)}
        columns={4}
        required
        value={preset === '' ? undefined : preset}
        onChange={onChange}
        error={error}
        options={[
          ...DONATION_PRESETS_USD.map((usd) => ({
            value: String(usd),
            label: <span className="tabular-nums">{money(usd)}</span>,
          })),
          { value: OTHER_AMOUNT, label: t('amount.other') },
        ]}
      />
      {preset === OTHER_AMOUNT && (
        <TextField
          {...custom}
          label={t(`amount.custom.${currency}`)}
          hint={t('amount.customHint')}
          inputMode="numeric"
          autoComplete="transaction-amount"
          maxLength={20}
          dir="ltr"
          required
          className="max-w-sm"
        />
      )}
    </div>
  )
}

const NAME_MAX_CHARS = 160

/** The giver: every field is optional. */
function GiverFields({
  form: { register, control, formState },
}: {
  readonly form: UseFormReturn<PledgeFields>
}) {
  const { t } = useTranslation('donations')
  const anonymous = useWatch({ control, name: 'anonymous' })
  return (
    <fieldset className="grid gap-4">
      <legend className="pb-1.5 font-semibold">{t('giver.legend')}</legend>
      <Checkbox
        {...register('anonymous')}
        label={t('giver.anonymous')}
        hint={t('giver.anonymousHint')}
        className="-mt-2"
      />
      {/* Labels, fields and hints stand in rows of their own: a label of two lines moves both fields. */}
      {!anonymous && (
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-y-0 sm:*:row-span-3 sm:*:grid-rows-subgrid">
          <TextField
            {...register('name')}
            label={t('giver.name')}
            hint={t('giver.nameHint')}
            error={formState.errors.name?.message}
            autoComplete="name"
            maxLength={NAME_MAX_CHARS}
            dir="auto"
          />
          <TextField
            {...register('email', {
              validate: (value) => isEmailOrBlank(value) || t('giver.emailInvalid'),
            })}
            label={t('giver.email')}
            hint={t('giver.emailHint')}
            error={formState.errors.email?.message}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        </div>
      )}
    </fieldset>
  )
}

export function PledgeForm({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('donations')
  const session = useSession()
  const pledgeOnce = usePledge()
  const [failure, setFailure] = useState<PledgeFailure>()
  const sending = useRef(false)
  const form = useForm<PledgeFields>({
    shouldFocusError: false, // the cards are no fields of the library: the list of faults knows where they are
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
  const send = useCall(pledgeOnce, (refused) => {
    const text = show(refused)
    // Without a response the pledge may be stored; sending it again does no harm.
    if (text !== undefined) setFailure({ unsure: (refused.problem?.status ?? 500) >= 500, text })
  })
  const [cause, preset, method] = useWatch({ control, name: ['cause', 'preset', 'method'] })
  const [causeBox, amountBox] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]

  register('cause', { validate: { missing: (value) => value !== '' || t('cause.required') } })
  register('preset', { validate: { missing: (value) => value !== '' || t('amount.required') } })
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
      await send.run(fields)
    } finally {
      sending.current = false
    }
  }
  const { list, toFaults } = usePledgeFaults(form, { cause: causeBox, preset: amountBox })

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(promise, toFaults)(event)}
      className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="grid gap-8 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6">
        {list}
        <RequiredNote />
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
