import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { saveAgenda, type AgendaItem, type Assembly } from '#shared/contract/assembly.ts'
import { AGENDA_ITEMS_MAX, isAdopted, MAJORITIES, type Majority } from '#shared/domain/assembly.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ANCHORS } from './anchors.ts'
import { refreshAssembly } from './refresh-assembly.ts'

interface ItemFields {
  readonly fr: string
  readonly ar: string
  /** Blank: nothing is voted. */
  readonly majority: Majority | ''
  readonly inFavour: string
  readonly against: string
  readonly abstained: string
}
interface Fields {
  readonly items: ItemFields[]
}

const NEW_ITEM: ItemFields = {
  fr: '',
  ar: '',
  majority: '',
  inFavour: '',
  against: '',
  abstained: '',
}
const TEXT_MAX = 300
const VOTES_MAX_DIGITS = 7

const fieldsOf = (agenda: readonly AgendaItem[]): Fields => ({
  items: agenda.map(({ fr, ar, majority, result }) => ({
    fr,
    ar,
    majority: majority ?? '',
    inFavour: result === null ? '' : String(result.for),
    against: result === null ? '' : String(result.against),
    abstained: result === null ? '' : String(result.abstained),
  })),
})

const votesOf = (text: string): number => Number(toLatinDigits(text).trim() || 0)
const isVotes = (text: string): boolean => /^\d*$/.test(toLatinDigits(text).trim())

/** All three blank: not voted yet. */
function resultOf({ majority, inFavour, against, abstained }: ItemFields): AgendaItem['result'] {
  if (majority === '' || [inFavour, against, abstained].every((text) => text.trim() === ''))
    return null
  return { for: votesOf(inFavour), against: votesOf(against), abstained: votesOf(abstained) }
}

interface AgendaSectionProps {
  readonly eventId: string
  readonly assembly: Assembly
  readonly begins: string | undefined
}

/** What is on the agenda; once the assembly has begun, the results of its votes. */
export function AgendaSection({ eventId, assembly, begins }: AgendaSectionProps) {
  const { t } = useTranslation(['assembly', 'problems'])
  const [openedAtMs] = useState(Date.now)
  const hasBegun = begins !== undefined && Date.parse(begins) <= openedAtMs
  const form = useForm<Fields>({
    values: fieldsOf(assembly.agenda),
    resetOptions: { keepDirtyValues: true },
  })
  const { control, handleSubmit, reset, formState } = form
  const { fields, append, remove, move } = useFieldArray({ control, name: 'items' })
  const save = useCall(
    async ({ items }: Fields) => {
      const saved = await ask(saveAgenda, {
        params: { id: eventId },
        body: {
          items: items.map((item) => ({
            fr: item.fr,
            ar: item.ar,
            majority: item.majority === '' ? null : item.majority,
            result: resultOf(item),
          })),
          version: assembly.version,
        },
      })
      reset(fieldsOf(saved.agenda))
      await refreshAssembly(eventId)
      toast.success(t('assembly:agenda.saved'))
    },
    (failure) => {
      if (failure.problem?.code !== 'conflict') return problemText(t, failure)
      void refreshAssembly(eventId)
      return t('assembly:agenda.conflict')
    },
  )
  const submit = handleSubmit(async (values) => void (await save.run(values)))
  return (
    <Section
      anchor={ANCHORS.agenda}
      title={t('assembly:agenda.title')}
      lead={t(hasBegun ? 'assembly:agenda.leadResults' : 'assembly:agenda.lead')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-3xl gap-4">
        {fields.length === 0 && <p className="text-muted">{t('assembly:agenda.none')}</p>}
        <ol className="grid gap-4">
          {fields.map(({ id }, index) => (
            <li key={id} className="grid gap-3 rounded-md border border-line p-4">
              <Item form={form} index={index} hasBegun={hasBegun} />
              {!hasBegun && (
                <div className="flex flex-wrap gap-1">
                  {index > 0 && (
                    <Button
                      variant="quiet"
                      icon={<ArrowUp aria-hidden="true" size={18} />}
                      aria-label={t('assembly:agenda.upOne', { number: index + 1 })}
                      onClick={() => move(index, index - 1)}
                    >
                      {t('assembly:agenda.up')}
                    </Button>
                  )}
                  {index < fields.length - 1 && (
                    <Button
                      variant="quiet"
                      icon={<ArrowDown aria-hidden="true" size={18} />}
                      aria-label={t('assembly:agenda.downOne', { number: index + 1 })}
                      onClick={() => move(index, index + 1)}
                    >
                      {t('assembly:agenda.down')}
                    </Button>
                  )}
                  <Button
                    variant="quiet"
                    icon={<Trash2 aria-hidden="true" size={18} />}
                    aria-label={t('assembly:agenda.removeOne', { number: index + 1 })}
                    onClick={() => remove(index)}
                  >
                    {t('assembly:agenda.remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
        {save.notice !== undefined && <Notice tone="danger">{save.notice}</Notice>}
        <div className="flex flex-wrap gap-2">
          {!hasBegun && fields.length < AGENDA_ITEMS_MAX && (
            <Button
              variant="secondary"
              icon={<Plus aria-hidden="true" size={18} />}
              onClick={() => append(NEW_ITEM)}
            >
              {t('assembly:agenda.add')}
            </Button>
          )}
          {formState.isDirty && (
            <Button type="submit" busy={save.busy}>
              {t(hasBegun ? 'assembly:agenda.saveResults' : 'assembly:agenda.save')}
            </Button>
          )}
        </div>
      </form>
    </Section>
  )
}

interface ItemProps {
  readonly form: UseFormReturn<Fields>
  readonly index: number
  readonly hasBegun: boolean
}

function Item({ form, index, hasBegun }: ItemProps) {
  const { t } = useTranslation('assembly')
  const {
    register,
    control,
    formState: { errors },
  } = form
  const item = useWatch({ control, name: `items.${index}` })
  const fault = errors.items?.[index]
  const result = resultOf(item)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...register(`items.${index}.fr`, {
            validate: (text) => text.trim() !== '' || t('agenda.textFault'),
          })}
          label={t('agenda.fr', { number: index + 1 })}
          error={fault?.fr?.message}
          lang="fr"
          dir="ltr"
          maxLength={TEXT_MAX}
          readOnly={hasBegun}
          required
        />
        <TextField
          {...register(`items.${index}.ar`)}
          label={t('agenda.ar', { number: index + 1 })}
          lang="ar"
          dir="rtl"
          maxLength={TEXT_MAX}
          readOnly={hasBegun}
        />
      </div>
      {hasBegun ? (
        <p className="text-muted">
          {t(`agenda.majorities.${item.majority === '' ? 'none' : item.majority}`)}
        </p>
      ) : (
        <SelectField
          {...register(`items.${index}.majority`)}
          label={t('agenda.majority')}
          options={['' as const, ...MAJORITIES].map((value) => ({
            value,
            label: t(`agenda.majorities.${value === '' ? 'none' : value}`),
          }))}
        />
      )}
      {hasBegun && item.majority !== '' && (
        <div className="grid gap-3 sm:grid-cols-3">
          {(['inFavour', 'against', 'abstained'] as const).map((votes) => (
            <TextField
              key={votes}
              {...register(`items.${index}.${votes}`, {
                validate: (text) => isVotes(text) || t('agenda.votesFault'),
              })}
              label={t(`agenda.${votes}`)}
              error={fault?.[votes]?.message}
              inputMode="numeric"
              maxLength={VOTES_MAX_DIGITS}
            />
          ))}
          {result !== null && (
            <p className="font-semibold sm:col-span-3">
              {t(isAdopted(item.majority, result) ? 'agenda.adopted' : 'agenda.rejected')}
            </p>
          )}
        </div>
      )}
    </>
  )
}
