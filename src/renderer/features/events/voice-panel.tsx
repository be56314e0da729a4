import { queryOptions, useQuery } from '@tanstack/react-query'
import { Undo2, Vote } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { giveVoice, readOwnVoice, takeVoiceBack, type OwnVoice } from '#shared/contract/assembly.ts'
import { isOnAgenda } from '#shared/domain/assembly.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { problemText, useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'

const voiceQuery = (eventId: string) =>
  queryOptions({
    ...readQuery(['assembly', eventId, 'voice'], readOwnVoice, { params: { id: eventId } }),
    staleTime: 0,
  })
const keep = (eventId: string, voice: OwnVoice): void =>
  void queryClient.setQueryData(voiceQuery(eventId).queryKey, voice)

/** The own voice in an assembly: where it is, and the way to give it to another member. */
export function VoicePanel({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const query = useQuery(voiceQuery(eventId))
  return (
    <section aria-labelledby="own-voice" className="grid gap-4">
      <h2 id="own-voice" className="flex items-center gap-2 text-lg headline">
        <Vote aria-hidden="true" size={20} className="text-brand" />
        {t('voice.title')}
      </h2>
      <Loaded query={query} failure={t('voice.failed')} skeleton={<Skeleton className="h-24" />}>
        {(voice) => (
          <>
            <Agenda agenda={voice.agenda} change={voice.agendaChange} />
            <Voice eventId={eventId} voice={voice} />
          </>
        )}
      </Loaded>
    </section>
  )
}

interface AgendaProps {
  readonly agenda: OwnVoice['agenda']
  readonly change: OwnVoice['agendaChange']
}

function Agenda({ agenda, change }: AgendaProps) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  if (agenda.length === 0 && change === null) return null
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('agenda.title')}</h3>
      <AgendaItems items={agenda} before={change?.convened ?? agenda} />
      {change !== null && (
        <Notice tone="warning" title={t('agenda.changed', { date: format.dateTime(change.at) })}>
          <p>{t('agenda.asConvened', { date: format.dateTime(change.convenedAt) })}</p>
          <AgendaItems items={change.convened} before={change.convened} />
        </Notice>
      )}
    </div>
  )
}

interface AgendaItemsProps {
  readonly items: OwnVoice['agenda']
  /** What is not among these is marked. */
  readonly before: OwnVoice['agenda']
}

function AgendaItems({ items, before }: AgendaItemsProps) {
  const { t } = useTranslation('assembly')
  const isArabic = useLanguage() === 'ar'
  return (
    <ol className="grid list-decimal gap-1 ps-6">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two items may have one text, and the order is fixed here
        <li key={index}>
          <Auto>{isArabic && item.ar !== '' ? item.ar : item.fr}</Auto>
          {item.majority !== null && (
            <p className="text-sm text-muted">{t(`agenda.majorities.${item.majority}`)}</p>
          )}
          {!isOnAgenda(item, before) && (
            <p className="text-sm font-semibold">{t('agenda.newItem')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface VoiceProps {
  readonly eventId: string
  readonly voice: OwnVoice
}

function Voice({ eventId, voice }: VoiceProps) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const { mayVote, memberBy, given, held, present, open, proxiesPerHolder } = voice
  if (!mayVote)
    return (
      <Notice tone="info" title={t('voice.none')}>
        {memberBy === null
          ? t('voice.noneText')
          : t('voice.noneSince', { date: format.date(memberBy) })}
      </Notice>
    )
  return (
    <>
      {present && <Notice tone="success">{t('voice.present')}</Notice>}
      {held.length > 0 && <HeldVoice held={held} />}
      {given !== null && <Given eventId={eventId} given={given} />}
      {given === null && held.length === 0 && !present && (
        <>
          <p className="text-muted">
            {t(open ? 'voice.own' : proxiesPerHolder === 0 ? 'voice.noProxies' : 'voice.begun')}
          </p>
          {open && <GiveForm eventId={eventId} />}
        </>
      )}
    </>
  )
}

function HeldVoice({ held }: Pick<OwnVoice, 'held'>) {
  const { t } = useTranslation('assembly')
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{t('voice.carries', { count: held.length })}</p>
      <ul className="grid gap-1">
        {held.map(({ giver, name }) => (
          <li key={giver} className="flex flex-wrap gap-x-2">
            <Auto>{name}</Auto>
            <Ltr className="text-muted tabular-nums">{giver}</Ltr>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('voice.carriesText')}</p>
    </div>
  )
}

function Given({
  eventId,
  given: { holder, at, onPaper, revocable },
}: {
  readonly eventId: string
  readonly given: NonNullable<OwnVoice['given']>
}) {
  const { t } = useTranslation(['assembly', 'problems'])
  const format = useFormat()
  const back = useCall(
    async () => {
      keep(eventId, await ask(takeVoiceBack, { params: { id: eventId } }))
      announce(t('assembly:voice.isBack'))
    },
    (failure) => {
      void queryClient.invalidateQueries(voiceQuery(eventId))
      return problemText(t, failure)
    },
  )
  return (
    <div className="grid gap-3">
      <Notice tone="info" title={t('assembly:voice.given')}>
        <p>
          <Ltr className="font-semibold tabular-nums">{bareCardId(holder)}</Ltr>
        </p>
        <p>
          {t(onPaper ? 'assembly:voice.enteredAt' : 'assembly:voice.givenAt', {
            date: format.dateTime(at),
          })}
        </p>
        <p>{t(revocable ? 'assembly:voice.revocable' : 'assembly:voice.fixed')}</p>
      </Notice>
      {back.notice !== undefined && <Notice tone="danger">{back.notice}</Notice>}
      {revocable && (
        <Button
          variant="secondary"
          busy={back.busy}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={() => void back.run()}
        >
          {t('assembly:voice.takeBack')}
        </Button>
      )}
    </div>
  )
}

function GiveForm({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({ defaultValues: { holder: '' } })
  const show = useFormProblems(setError, ['holder'])
  const { run, busy, notice } = useCall(async (holder: string) => {
    keep(eventId, await ask(giveVoice, { params: { id: eventId }, body: { holder } }))
    announce(t('voice.isGiven'))
  }, show)
  const submit = handleSubmit(async ({ holder }) => void (await run(holder.trim())))
  return (
    <form
      noValidate
      aria-label={t('voice.give')}
      onSubmit={(event) => void submit(event)}
      className="grid gap-3"
    >
      <TextField
        {...register('holder', {
          validate: (text) => parseMemberNumber(text) !== undefined || t('voice.numberFault'),
        })}
        label={t('voice.holder')}
        hint={t('voice.holderHint')}
        error={errors.holder?.message}
        dir="ltr"
        autoComplete="off"
        required
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" variant="secondary" busy={busy}>
        {t('voice.give')}
      </Button>
      <p className="text-sm text-muted">{t('voice.told')}</p>
    </form>
  )
}
