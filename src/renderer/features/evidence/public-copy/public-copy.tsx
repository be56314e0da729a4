import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changePublicCopy,
  type PublicCopy,
  readPublicCopy,
} from '#shared/contract/public-copies.ts'
import type { Evidence } from '#shared/contract/reports.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { CONTENT_WARNINGS, type ContentWarning } from '#shared/domain/report/public-copy-rules.ts'
import { isRelease } from '#shared/domain/report/release-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { type EvidenceKind, kindOf } from '../../../parts/evidence/evidence-kind.ts'
import { pageAddress, PageTurner } from '../../../parts/evidence/page-turner.tsx'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { focusFault } from '../../../ui/field/focus-fault.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { BoxEditor } from './box-editor.tsx'
import { type BoxSteps, startWith } from './box-steps.ts'
import { ReleaseNotice } from './release-notice.tsx'

const REASON_MAX = 500
/** Boxes are drawn in them, and the rest of the form stands beside them. */
const HAS_PICTURE: ReadonlySet<EvidenceKind> = new Set(['image', 'pdf'])

interface PublicCopyButtonProps {
  readonly item: Evidence
  readonly number: number
}

/** Staff decide what the public sees of one piece of evidence. */
export function PublicCopyButton({ item, number }: PublicCopyButtonProps) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  const kind = kindOf(item)
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        aria-label={t('publicCopy.openOf', { number })}
        icon={<EyeOff aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('publicCopy.open')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('publicCopy.title', { id: number })}
        description={t('publicCopy.lead')}
        size={HAS_PICTURE.has(kind) ? 'xl' : 'lg'}
      >
        {open && <Present id={item.id} kind={kind} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

interface PresentProps {
  readonly id: number
  readonly kind: EvidenceKind
  readonly onDone: () => void
}

function Present({ id, kind, onDone }: PresentProps) {
  const { t } = useTranslation('reportWrite')
  const queryKey = ['reports', 'public-copy', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(readPublicCopy, { params: { id } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false, // a form is open on it
  })
  return (
    <Loaded
      query={query}
      failure={t('publicCopy.notLoaded')}
      skeleton={<Skeleton className="h-96" />}
    >
      {(copy) => (
        <Form
          key={`${copy.version} ${copy.release?.id ?? ''}`}
          copy={copy}
          kind={kind}
          onReload={() => void query.refetch()}
          onSaved={(saved) => {
            // What waits is shown here, with its seconds of undo; anything else is done.
            if (saved.release === null) onDone()
            else queryClient.setQueryData(queryKey, saved)
          }}
        />
      )}
    </Loaded>
  )
}

interface FormProps {
  readonly copy: PublicCopy
  readonly kind: EvidenceKind
  readonly onReload: () => void
  readonly onSaved: (copy: PublicCopy) => void
}

function Form({ copy, kind, onReload, onSaved }: FormProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const [heldBack, setHeldBack] = useState(copy.heldBack)
  const [warnings, setWarnings] = useState<PublicCopy['warnings']>(copy.warnings)
  const [steps, setSteps] = useState(() => startWith(copy.boxes))
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const { guard, dialog } = useStepUp(
    t('publicCopy.release.stepUpTitle'),
    t('publicCopy.release.stepUpWhy'),
  )
  const showsMore = isRelease(copy, { heldBack, boxes: steps.present })
  const save = useCall(async () => {
    const saved = await guard(() =>
      ask(changePublicCopy, {
        params: { id: copy.evidenceId },
        body: {
          version: copy.version,
          heldBack,
          warnings,
          boxes: [...steps.present],
          reason: reason.trim(),
        },
      }),
    )
    if (saved.kind === 'cancelled') return
    if (saved.value.release === null) toast.success(t('publicCopy.saved'))
    onSaved(saved.value)
    await queryClient.invalidateQueries({ queryKey: ['reports'] })
  })
  return (
    <form
      noValidate
      // What takes the focus stops above the end of the form, which covers the last lines of the dialog.
      className="grid grid-cols-1 gap-6 [@media(min-height:36rem)]:**:scroll-mb-40"
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target !== event.currentTarget) return // of a dialog that opens over this form
        setReasonMissing(reason.trim() === '')
        focusFault(event.currentTarget)
        if (reason.trim() !== '' && !save.busy) void save.run()
      }}
    >
      {copy.release !== null && (
        <ReleaseNotice
          id={copy.evidenceId}
          release={copy.release}
          guard={guard}
          onChanged={() => void queryClient.invalidateQueries({ queryKey: ['reports'] })}
        />
      )}
      {/* The picture first: it is what the other choices are made about. */}
      <div
        className={cx(
          'grid grid-cols-1 gap-6',
          copy.pictureUrl !== null && 'lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <BoxedPages
          copy={copy}
          steps={steps}
          onChange={setSteps}
          outcome={t(
            heldBack ? 'publicCopy.holdHint' : `publicCopy.warn.${choiceOf(warnings)}Hint`,
          )}
        />
        <div className="grid grid-cols-1 content-start gap-6">
          <Checkbox
            label={t('publicCopy.hold')}
            hint={t('publicCopy.holdHint')}
            checked={heldBack}
            onChange={({ target }) => setHeldBack(target.checked)}
          />
          <WarningsChoice
            value={warnings}
            onChange={(next) => setWarnings(next === null ? null : [...next])}
          />
          {kind === 'audio' && !heldBack && <VoiceWarning />}
          <Changes
            changes={copy.changes}
            onTake={(change) => {
              setHeldBack(change.heldBack)
              setWarnings(change.warnings)
              setSteps((now) => ({
                past: [...now.past, now.present],
                present: change.boxes,
                future: [],
              }))
            }}
          />
        </div>
      </div>
      <FormEnd
        reason={reason}
        onReason={(text) => {
          setReason(text)
          setReasonMissing(false)
        }}
        isReasonMissing={isReasonMissing}
        busy={save.busy}
        disabled={showsMore && copy.release !== null}
      >
        <SaveFailure save={save} onReload={onReload} />
        {showsMore && (
          <Notice tone="info">
            {t(copy.release === null ? 'publicCopy.release.saving' : 'publicCopy.release.closed')}
          </Notice>
        )}
      </FormEnd>
      {dialog}
    </form>
  )
}

interface SaveFailureProps {
  readonly save: Pick<ReturnType<typeof useCall>, 'failure' | 'notice'>
  readonly onReload: () => void
}

function SaveFailure({ save: { failure, notice }, onReload }: SaveFailureProps) {
  const { t } = useTranslation('reportWrite')
  if (notice === undefined) return null
  const isConflict = failure?.problem?.code === 'conflict'
  return (
    <Notice
      tone="danger"
      title={t(isConflict ? 'publicCopy.conflict' : 'publicCopy.failed')}
      action={
        isConflict && (
          <Button variant="secondary" onClick={onReload}>
            {t('publicCopy.reload')}
          </Button>
        )
      }
    >
      {isConflict ? t('publicCopy.conflictText') : notice}
    </Notice>
  )
}

interface FormEndProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly isReasonMissing: boolean
  readonly busy: boolean
  readonly disabled: boolean
  /** What must be read before it is saved. */
  readonly children: ReactNode
}

/**
 * The reason and the button, in view at any scroll position. A low window, as above the keyboard of a phone, has no room for
 * that beside the picture.
 */
function FormEnd({ reason, onReason, isReasonMissing, busy, disabled, children }: FormEndProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <div className="-bottom-5 z-1 -mx-5 -mb-5 grid gap-3 border-t border-line bg-raised px-5 py-3 [@media(min-height:36rem)]:sticky">
      {children}
      {/* The hint has the whole width on a phone: beside the button it would take three lines. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 max-sm:gap-y-1.5">
        <TextField
          className="max-sm:contents max-sm:[&>:first-child]:col-span-2 max-sm:[&>p]:order-1 max-sm:[&>p]:col-span-2"
          label={t('publicCopy.reason')}
          hint={t('publicCopy.reasonHint')}
          error={isReasonMissing ? t('publicCopy.reasonMissing') : undefined}
          required
          maxLength={REASON_MAX}
          dir="auto"
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
        <Button type="submit" busy={busy} disabled={disabled}>
          {t('publicCopy.save')}
        </Button>
      </div>
    </div>
  )
}

function VoiceWarning() {
  const { t } = useTranslation('reportWrite')
  return (
    <Notice tone="warning" title={t('publicCopy.voiceTitle')}>
      {t('publicCopy.voiceText')}
    </Notice>
  )
}

interface BoxedPagesProps {
  readonly copy: Pick<PublicCopy, 'pictureUrl' | 'pages'>
  readonly steps: BoxSteps
  readonly onChange: (steps: BoxSteps) => void
  readonly outcome: string
}

/** A picture, or a document with one page at a time. */
function BoxedPages({ copy: { pictureUrl, pages }, ...editing }: BoxedPagesProps) {
  const { t } = useTranslation('reportWrite')
  const [page, setPage] = useState(1)
  if (pictureUrl === null) return <p className="text-sm text-muted">{t('publicCopy.noPicture')}</p>
  return (
    <div className="grid content-start gap-2 lg:sticky lg:top-0 lg:self-start">
      {pages > 1 && <PageTurner page={page} pages={pages} onTurn={setPage} />}
      <BoxEditor key={page} pictureUrl={pageAddress(pictureUrl, page)} page={page} {...editing} />
    </div>
  )
}

type Change = PublicCopy['changes'][number]
/** How it was before anybody changed it. */
const UNTOUCHED = { heldBack: false, warnings: null, boxes: [] } as const

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly onTake: (state: Pick<Change, 'heldBack' | 'warnings' | 'boxes'>) => void
}

/** Who changed it and why; an earlier state can be taken up again. */
function Changes({ changes, onTake }: ChangesProps) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="public-copy-changes">
      <h3 id="public-copy-changes" className="font-semibold">
        {t('publicCopy.changes')}
      </h3>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {changes.map((change, index) => {
          const before = changes[index + 1] ?? UNTOUCHED
          const at = format.dateTime(new Date(change.at))
          return (
            <li
              key={change.version}
              className="flex flex-wrap items-center justify-between gap-3 py-2"
            >
              <div className="min-w-0 text-sm">
                <p dir="auto" className="font-semibold">
                  {change.reason}
                </p>
                <p className="text-muted">
                  <time dateTime={change.at}>{at}</time>
                  {change.by !== null && (
                    <>
                      {' · '}
                      <Ltr>{bareCardId(change.by)}</Ltr>
                    </>
                  )}
                  {' · '}
                  {t(change.heldBack ? 'publicCopy.heldBack' : 'publicCopy.released')}
                  {' · '}
                  {t('publicCopy.boxCount', { count: change.boxes.length })}
                </p>
              </div>
              <Button
                variant="quiet"
                aria-label={t('publicCopy.takeBackOf', { at })}
                onClick={() =>
                  onTake({
                    heldBack: before.heldBack,
                    warnings: before.warnings === null ? null : [...before.warnings],
                    boxes: [...before.boxes],
                  })
                }
              >
                {t('publicCopy.takeBack')}
              </Button>
            </li>
          )
        })}
      </ol>
      <p className="mt-2 text-sm text-muted">{t('publicCopy.takeBackHint')}</p>
    </section>
  )
}

type Warnings = readonly ContentWarning[] | null
type Choice = 'unseen' | 'none' | 'some'
const choiceOf = (warnings: Warnings): Choice =>
  warnings === null ? 'unseen' : warnings.length === 0 ? 'none' : 'some'

interface WarningsChoiceProps {
  readonly value: Warnings
  readonly onChange: (value: Warnings) => void
}

/** Whether a piece is blurred at first, and what its reader is warned of. */
function WarningsChoice({ value, onChange }: WarningsChoiceProps) {
  const { t } = useTranslation(['reportWrite', 'evidence'])
  const choice = choiceOf(value)
  const first: Readonly<Record<Choice, Warnings>> = { unseen: null, none: [], some: ['violence'] }
  return (
    <div className="grid gap-2">
      <ChoiceCards
        legend={t('publicCopy.warnings')}
        columns={1}
        value={choice}
        onChange={(next) => next !== choice && onChange(first[next])}
        options={(['unseen', 'none', 'some'] as const).map((option) => ({
          value: option,
          label: t(`publicCopy.warn.${option}`),
          hint: t(`publicCopy.warn.${option}Hint`),
        }))}
      />
      {choice === 'some' && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="sr-only">{t('publicCopy.warn.some')}</legend>
          {CONTENT_WARNINGS.map((warning) => (
            <Checkbox
              key={warning}
              label={t(`evidence:warning.${warning}`)}
              checked={value?.includes(warning) ?? false}
              onChange={({ target: { checked } }) =>
                onChange(
                  CONTENT_WARNINGS.filter((one) =>
                    one === warning ? checked : value?.includes(one),
                  ),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
