import { queryOptions, useQuery } from '@tanstack/react-query'
import { FilePenLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  enterPaper,
  listPapers,
  PAPER_NOTE_MAX,
  withdrawPaper,
  type PaperProxy,
} from '#shared/contract/assembly.ts'
import type { PaperRefusal } from '#shared/domain/assembly.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import type { CallFailure } from '../../../platform/calls/call-failure.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { createFormUploads } from '../../../platform/files/upload.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { problemText, useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { cx } from '../../../ui/cx.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { PhotoField } from '../../../ui/photo/photo-field.tsx'
import { ANCHORS } from './anchors.ts'
import { PaperScan } from './paper-scan.tsx'

const papersQuery = (eventId: string) =>
  queryOptions({
    ...readQuery(['assembly', eventId, 'papers'], listPapers, { params: { id: eventId } }),
    staleTime: 0,
  })

function keep(eventId: string, papers: { readonly papers: PaperProxy[] }): void {
  queryClient.setQueryData(papersQuery(eventId).queryKey, papers)
  void queryClient.invalidateQueries({ queryKey: ['assembly', eventId, 'counts'] })
  void queryClient.invalidateQueries({ queryKey: ['assembly', eventId, 'rules'] })
}

interface PapersSectionProps {
  readonly eventId: string
  /** The server takes no paper any more. */
  readonly isOver: boolean
}

/** Voices on paper: what was entered, and until the event is over the form for one more. */
export function PapersSection({ eventId, isOver }: PapersSectionProps) {
  const { t } = useTranslation('assembly')
  const query = useQuery(papersQuery(eventId))
  return (
    <Section anchor={ANCHORS.papers} title={t('papers.title')} lead={t('papers.lead')}>
      <div className="grid gap-6">
        {!isOver && <PaperForm eventId={eventId} />}
        <Loaded query={query} failure={t('papers.failed')} skeleton={<Skeleton className="h-24" />}>
          {({ papers }) =>
            papers.length === 0 ? (
              <p className={cx('text-muted', !isOver && 'border-t border-line pt-4')}>
                {t('papers.none')}
              </p>
            ) : (
              <ul
                aria-label={t('papers.title')}
                className="grid divide-y divide-line border-t border-line"
              >
                {papers.map((paper) => (
                  <Paper key={paper.giver.cardId} eventId={eventId} paper={paper} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Section>
  )
}

interface Fields {
  readonly giver: string
  readonly holder: string
  readonly note: string
  readonly scan: File | undefined
}
const EMPTY: Fields = { giver: '', holder: '', note: '', scan: undefined }

const REFUSALS: readonly string[] = [
  'proxies-closed',
  'no-voice',
  'voice-present',
  'voice-given',
  'holds-voices',
  'holder-self',
  'holder-no-voice',
  'holder-present',
  'holder-gave',
  'holder-full',
] satisfies readonly PaperRefusal[]
const isRefusal = (code: string | undefined): code is PaperRefusal =>
  code !== undefined && REFUSALS.includes(code)

const refusalIn = ({ problem }: CallFailure): PaperRefusal | undefined => {
  const code = problem?.fields?.[0]?.code
  return isRefusal(code) ? code : undefined
}

function PaperForm({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const [progress, setProgress] = useState<number>()
  const [uploads] = useState(createFormUploads)
  const {
    register,
    control,
    handleSubmit,
    reset,
    setError,
    setFocus,
    formState: { errors },
  } = useForm<Fields>({ defaultValues: EMPTY })
  const show = useFormProblems(setError, {
    giver: 'giver',
    holder: 'holder',
    note: 'note',
    scan: 'scan',
    paper: 'scan', // the field of the upload
  })
  const enter = useCall(
    async ({ scan, ...words }: Fields) => {
      if (scan === undefined) return // the field says so
      const { paper } = await uploads
        .upload({ paper: scan }, setProgress)
        .finally(() => setProgress(undefined))
      const body = { ...words, scan: paper }
      keep(eventId, await uploads.use(() => ask(enterPaper, { params: { id: eventId }, body })))
      reset(EMPTY)
      setFocus('giver')
      toast.success(t('papers.entered'))
    },
    (failure) => {
      const code = refusalIn(failure)
      if (code === undefined) return show(failure)
      if (code === 'proxies-closed') return t('papers.why.proxies-closed')
      const field = code.startsWith('holder-') ? 'holder' : 'giver'
      setError(field, { message: t(`papers.why.${code}`) }, { shouldFocus: true })
      return undefined
    },
  )
  const submit = handleSubmit(async (fields) => void (await enter.run(fields)))
  const isNumber = (text: string): true | string =>
    parseMemberNumber(text) !== undefined || t('voice.numberFault')
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('giver', { validate: isNumber })}
          label={t('papers.giver')}
          hint={t('papers.numberHint')}
          error={errors.giver?.message}
          dir="ltr"
          maxLength={20}
          required
        />
        <TextField
          {...register('holder', { validate: isNumber })}
          label={t('papers.holder')}
          hint={t('papers.numberHint')}
          error={errors.holder?.message}
          dir="ltr"
          maxLength={20}
          required
        />
      </div>
      <TextField
        {...register('note', { validate: (text) => text.trim() !== '' || t('papers.noteFault') })}
        label={t('papers.note')}
        hint={t('papers.noteHint')}
        error={errors.note?.message}
        maxLength={PAPER_NOTE_MAX}
        required
      />
      <Controller
        name="scan"
        control={control}
        rules={{ validate: (file) => file !== undefined || t('papers.scanFault') }}
        render={({ field }) => (
          <PhotoField
            kind="sheet"
            label={t('papers.scan')}
            hint={t('papers.scanHint')}
            error={errors.scan?.message}
            file={field.value}
            onChange={field.onChange}
            progress={progress}
            required
            ref={field.ref}
          />
        )}
      />
      {enter.notice !== undefined && <Notice tone="danger">{enter.notice}</Notice>}
      <Button
        type="submit"
        busy={enter.busy}
        icon={<FilePenLine aria-hidden="true" size={19} />}
        className="justify-self-start"
      >
        {t('papers.enter')}
      </Button>
    </form>
  )
}

const Side = ({ side: { name, cardId } }: { readonly side: PaperProxy['giver'] }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    <Auto className="font-semibold">{name}</Auto>
    <Ltr className="text-muted tabular-nums">{bareCardId(cardId)}</Ltr>
  </span>
)

interface PaperProps {
  readonly eventId: string
  readonly paper: PaperProxy
}

function Paper({
  eventId,
  paper: { giver, holder, note, scanUrl, scanSha256, by, at, revocable },
}: PaperProps) {
  const { t } = useTranslation(['assembly', 'problems'])
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const withdraw = useCall(
    async () => {
      const body = { giver: giver.cardId }
      keep(eventId, await ask(withdrawPaper, { params: { id: eventId }, body }))
      toast.success(t('assembly:papers.withdrawn'))
    },
    (failure) => {
      void queryClient.invalidateQueries(papersQuery(eventId))
      toast.error(problemText(t, failure))
    },
  )
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          <Side side={giver} />
          <span className="text-muted">{t('assembly:papers.to')}</span>
          <Side side={holder} />
        </p>
        <p className="wrap-anywhere">
          <Auto>{note}</Auto>
        </p>
        <p className="text-sm text-muted">
          {by === null ? t('assembly:papers.byNobody') : <Auto>{by.name}</Auto>}
          {' · '}
          {format.dateTime(at)}
        </p>
        {scanUrl !== null && <PaperScan reference={scanUrl} giver={giver.name} />}
        {scanSha256 !== null && (
          <p className="text-sm text-muted">
            {t('assembly:papers.scanDeleted')} <Ltr className="break-all">{scanSha256}</Ltr>
          </p>
        )}
      </div>
      {revocable ? (
        <Button
          variant="quiet"
          className="-ms-4"
          busy={withdraw.busy}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={() => setAsked(true)}
        >
          {t('assembly:papers.withdraw')}
        </Button>
      ) : (
        <span className="text-sm text-muted">{t('assembly:papers.fixed')}</span>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        tone="danger"
        title={t('assembly:papers.withdrawTitle')}
        text={t('assembly:papers.withdrawText')}
        confirmLabel={t('assembly:papers.withdraw')}
        onConfirm={() => {
          setAsked(false)
          void withdraw.run()
        }}
      />
    </li>
  )
}
