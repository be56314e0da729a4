import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { removeAssembly, saveAssembly, type Assembly } from '#shared/contract/assembly.ts'
import {
  ASSEMBLY_KINDS,
  NOTICE_DAYS_MAX,
  PROXIES_PER_HOLDER_MAX,
  QUORUM_MAX,
  type AssemblyKind,
  type QuorumKind,
} from '#shared/domain/assembly.ts'
import { ROLES, type Role } from '#shared/domain/people/roles.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { eventsQuery } from '../../../platform/calls/content-queries.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText, useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { goTo } from '../../../ui/layout/contents.tsx'
import { ANCHORS } from './anchors.ts'
import { refreshAssembly } from './refresh-assembly.ts'

interface Fields {
  readonly memberBy: string
  readonly roles: Role[]
  readonly kind: QuorumKind
  readonly value: string
  readonly proxiesPerHolder: string
  readonly assemblyKind: AssemblyKind
  readonly noticeDays: string
  /** Blank: a first convocation. */
  readonly secondOf: string
}

/** Half of the members, and two voices of others: what statutes often say. */
const SUGGESTED: Fields = {
  memberBy: '',
  roles: [...ROLES],
  kind: 'share',
  value: '50',
  proxiesPerHolder: '2',
  assemblyKind: 'ordinary',
  noticeDays: '15',
  secondOf: '',
}

const fieldsOf = (assembly: Assembly | null): Fields =>
  assembly === null
    ? SUGGESTED
    : {
        memberBy: assembly.memberBy ?? '',
        roles: assembly.roles,
        kind: assembly.quorum.kind,
        value: String(assembly.quorum.value),
        proxiesPerHolder: String(assembly.proxiesPerHolder),
        assemblyKind: assembly.kind,
        noticeDays: String(assembly.noticeDays),
        secondOf: assembly.secondOf ?? '',
      }

/** As wide as what is typed. */
const NUMBER = '[&_input]:max-w-32'

const numberOf = (text: string): number => Number(toLatinDigits(text).trim() || Number.NaN)
const isWithin = (text: string, min: number, max: number): boolean =>
  Number.isInteger(numberOf(text)) && numberOf(text) >= min && numberOf(text) <= max

interface RulesFormProps {
  readonly eventId: string
  readonly assembly: Assembly | null
  readonly begins: string | undefined
}

export function RulesForm({ eventId, assembly, begins }: RulesFormProps) {
  const { t } = useTranslation(['assembly', 'problems'])
  const values = fieldsOf(assembly)
  const form = useForm<Fields>({ values, resetOptions: { keepDirtyValues: true } })
  const {
    control,
    handleSubmit,
    reset,
    setError,
    register,
    formState: { errors },
  } = form
  const format = useFormat()
  const show = useFormProblems(setError, {
    memberBy: 'memberBy',
    roles: 'roles',
    'quorum.value': 'value',
    proxiesPerHolder: 'proxiesPerHolder',
    noticeDays: 'noticeDays',
    secondOf: 'secondOf',
  })
  const [openedAtMs] = useState(Date.now) // the server refuses what is sent after the start
  const isFixed = assembly !== null && begins !== undefined && Date.parse(begins) <= openedAtMs
  const save = useCall(
    async ({ memberBy, roles, kind, value, proxiesPerHolder, ...more }: Fields) => {
      const saved = await ask(saveAssembly, {
        params: { id: eventId },
        body: {
          memberBy: memberBy === '' ? null : memberBy,
          roles,
          quorum: { kind, value: numberOf(value) },
          proxiesPerHolder: numberOf(proxiesPerHolder),
          kind: more.assemblyKind,
          noticeDays: numberOf(more.noticeDays),
          secondOf: more.secondOf === '' ? null : more.secondOf,
          ...(assembly === null ? {} : { version: assembly.version }),
        },
      })
      reset(fieldsOf(saved))
      await refreshAssembly(eventId)
      toast.success(t('assembly:rules.saved'))
      // The first rules bring the other sections, and the form into another place: the button that had the focus is gone.
      if (assembly === null) requestAnimationFrame(() => goTo(ANCHORS.rules))
    },
    (failure) => {
      if (failure.problem?.code !== 'conflict') return show(failure)
      void refreshAssembly(eventId)
      return t('assembly:rules.conflict')
    },
  )
  const submit = handleSubmit(async (fields) => void (await save.run(fields)))
  if (isFixed) return <Notice tone="info">{t('assembly:rules.fixed')}</Notice>
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-2xl gap-6">
      {assembly === null && <Notice tone="info">{t('assembly:rules.none')}</Notice>}
      <KindFields form={form} eventId={eventId} begins={begins} />
      <Controller
        control={control}
        name="roles"
        rules={{ validate: (roles) => roles.length > 0 || t('assembly:rules.noRole') }}
        render={({ field }) => (
          <RolesField value={field.value} onChange={field.onChange} error={errors.roles?.message} />
        )}
      />
      <TextField
        {...register('memberBy')}
        type="date"
        className="[&_input]:max-w-48"
        label={t('assembly:rules.memberBy')}
        hint={t('assembly:rules.memberByHint')}
        error={errors.memberBy?.message}
      />
      <QuorumFields form={form} />
      <TextField
        {...register('proxiesPerHolder', {
          validate: (text) =>
            isWithin(text, 0, PROXIES_PER_HOLDER_MAX) ||
            t('assembly:rules.bounds', {
              min: format.number(0),
              max: format.number(PROXIES_PER_HOLDER_MAX),
            }),
        })}
        label={t('assembly:rules.proxies')}
        hint={t('assembly:rules.proxiesHint')}
        error={errors.proxiesPerHolder?.message}
        className={NUMBER}
        inputMode="numeric"
        maxLength={2}
        required
      />
      {save.notice !== undefined && <Notice tone="danger">{save.notice}</Notice>}
      <Button type="submit" busy={save.busy} className="justify-self-start">
        {t(assembly === null ? 'assembly:rules.make' : 'assembly:rules.save')}
      </Button>
      {assembly !== null && <Remove eventId={eventId} proxies={assembly.proxies} />}
    </form>
  )
}

function QuorumFields({ form }: { readonly form: UseFormReturn<Fields> }) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const {
    register,
    control,
    formState: { errors },
  } = form
  const [kind, secondOf] = useWatch({ control, name: ['kind', 'secondOf'] })
  const least = secondOf === '' ? 1 : 0
  const most = QUORUM_MAX[kind]
  return (
    <>
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <ChoiceCards
            legend={t('rules.quorum')}
            value={field.value}
            onChange={field.onChange}
            options={[
              { value: 'share', label: t('rules.share') },
              { value: 'number', label: t('rules.number') },
            ]}
          />
        )}
      />
      <TextField
        {...register('value', {
          validate: (text) =>
            isWithin(text, least, most) ||
            t('rules.bounds', { min: format.number(least), max: format.number(most) }),
        })}
        label={t(kind === 'share' ? 'rules.shareValue' : 'rules.numberValue')}
        error={errors.value?.message}
        className={NUMBER}
        inputMode="numeric"
        maxLength={7}
        required
      />
    </>
  )
}

interface KindFieldsProps {
  readonly form: UseFormReturn<Fields>
  readonly eventId: string
  readonly begins: string | undefined
}

/** Which assembly it is, how early it is convened, and whether an earlier one had no quorum. */
function KindFields({ form, eventId, begins }: KindFieldsProps) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const language = useLanguage()
  const events = useQuery(eventsQuery)
  const {
    register,
    control,
    formState: { errors },
  } = form
  const earlier = (events.data ?? []).filter(
    ({ id, isAssembly, startsAt }) =>
      isAssembly && id !== eventId && begins !== undefined && startsAt < begins,
  )
  return (
    <>
      <Controller
        control={control}
        name="assemblyKind"
        render={({ field }) => (
          <ChoiceCards
            legend={t('rules.kind')}
            value={field.value}
            onChange={field.onChange}
            options={ASSEMBLY_KINDS.map((value) => ({ value, label: t(`rules.kinds.${value}`) }))}
          />
        )}
      />
      <TextField
        {...register('noticeDays', {
          validate: (text) =>
            isWithin(text, 0, NOTICE_DAYS_MAX) ||
            t('rules.bounds', { min: format.number(0), max: format.number(NOTICE_DAYS_MAX) }),
        })}
        label={t('rules.noticeDays')}
        hint={t('rules.noticeDaysHint')}
        error={errors.noticeDays?.message}
        className={NUMBER}
        inputMode="numeric"
        maxLength={2}
        required
      />
      {earlier.length > 0 && (
        <SelectField
          {...register('secondOf')}
          label={t('rules.secondOf')}
          hint={t('rules.secondOfHint')}
          error={errors.secondOf?.message}
          options={[
            { value: '', label: t('rules.first') },
            ...earlier.map(({ id, content, startsAt }) => ({
              value: id,
              label: `${content[language].title} · ${format.date(new Date(startsAt), 'medium')}`,
            })),
          ]}
        />
      )}
    </>
  )
}

interface RolesFieldProps {
  readonly value: readonly Role[]
  readonly onChange: (roles: Role[]) => void
  readonly error: string | undefined
}

function RolesField({ value, onChange, error }: RolesFieldProps) {
  const { t } = useTranslation(['assembly', 'common'])
  return (
    <fieldset>
      <legend className="pb-1.5 font-semibold">{t('assembly:rules.roles')}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {ROLES.toReversed().map((role) => (
          <Checkbox
            key={role}
            label={t(`common:roles.${role}`)}
            checked={value.includes(role)}
            onChange={({ target }) =>
              onChange(ROLES.filter((one) => (one === role ? target.checked : value.includes(one))))
            }
          />
        ))}
      </div>
      <p
        aria-live="polite"
        className={error === undefined ? 'sr-only' : 'text-sm font-semibold text-danger'}
      >
        {error}
      </p>
    </fieldset>
  )
}

function Remove({ eventId, proxies }: { readonly eventId: string; readonly proxies: number }) {
  const { t } = useTranslation(['assembly', 'problems'])
  const [asked, setAsked] = useState(false)
  const remove = useCall(
    async () => {
      await ask(removeAssembly, { params: { id: eventId } })
      await refreshAssembly(eventId)
      toast.success(t('assembly:rules.removed'))
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return (
    // Apart from saving: nobody presses it in its place.
    <div className="border-t border-line pt-6">
      <Button
        variant="secondary"
        className="border-danger! text-danger!"
        busy={remove.busy}
        onClick={() => setAsked(true)}
      >
        {t('assembly:rules.remove')}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        tone="danger"
        title={t('assembly:rules.removeTitle')}
        text={
          <>
            <p>{t('assembly:rules.removeKeeps')}</p>
            {proxies > 0 && <p>{t('assembly:rules.removeText', { count: proxies })}</p>}
          </>
        }
        confirmLabel={t('assembly:rules.remove')}
        onConfirm={() => {
          setAsked(false)
          void remove.run()
        }}
      />
    </div>
  )
}
