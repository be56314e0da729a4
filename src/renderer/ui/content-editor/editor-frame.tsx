import { ArrowLeft, Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Language } from '#shared/domain/text/languages.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { Notice } from '../feedback/notice.tsx'
import { StaffPage } from '../staff/toolbar.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { useLeaveGuard } from '../form/leave-guard.ts'

/** Asks before the page with unsaved texts is left; they are kept, and the dialog says so. */
function LeaveQuestion({ unsaved }: { readonly unsaved: boolean }) {
  const { t } = useTranslation('contentEditor')
  const [question, setQuestion] = useState<{ readonly answer: (leave: boolean) => void }>()
  useLeaveGuard(unsaved, () => new Promise((answer) => setQuestion({ answer })))
  const close = (leave: boolean): void => {
    question?.answer(leave)
    setQuestion(undefined)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => close(false)}
      title={t('leave.title')}
      text={<p>{t('leave.text')}</p>}
      confirmLabel={t('leave.confirm')}
      onConfirm={() => close(true)}
    />
  )
}

interface ConflictNoticeProps {
  /** Names of what the two versions say differently. */
  readonly differences: readonly string[]
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Another user saved meanwhile. The typed texts stay until the writer decides. */
function ConflictNotice({ differences, onTheirs, onMine }: ConflictNoticeProps) {
  const { t } = useTranslation('contentEditor')
  return (
    <Notice tone="warning" title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      {differences.length > 0 && (
        <>
          <p className="mt-2 font-semibold">{t('conflict.differences')}</p>
          <ul className="list-disc ps-5">
            {differences.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="secondary" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </Notice>
  )
}

export interface BackLink {
  readonly to: string
  readonly label: string
}

interface EditorFrameProps {
  readonly editor: {
    readonly restored: boolean
    readonly unsaved: boolean
    readonly failure: string | undefined
    readonly theirs: unknown
    readonly differences: readonly string[]
    readonly startAnew: () => void
    readonly useTheirs: () => void
    readonly keepMine: () => void
  }
  readonly title: string
  readonly back: BackLink
  /** What it is for the public at present; undefined for something new. */
  readonly state: ReactNode
  /** Beside the button of the preview. */
  readonly actions?: ReactNode
  readonly notices?: ReactNode
  /** The name of what two versions say differently, for readers. */
  readonly nameOf: (difference: string) => string
  /** The public page of what is typed. */
  readonly preview: ReactNode
  readonly bar: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** Where there is room, saving and publishing stay in view at the foot of a long form; the field with the focus is scrolled above them. */
const FOOT =
  '[@media(min-width:64rem)_and_(min-height:44rem)]:sticky bottom-0 z-10 -mx-4 bg-canvas px-4 pb-3'
const ABOVE_FOOT =
  '[@media(min-width:64rem)_and_(min-height:44rem)]:[&>:not(:last-child)_:is(input,textarea,select,button)]:scroll-mb-60'

/**
 * The page around the fields: notices about a stored draft, a newer version and failures, or the
 * preview.
 */
export function EditorFrame({
  editor,
  title,
  back,
  state,
  actions,
  notices,
  nameOf,
  preview,
  bar,
  children,
}: EditorFrameProps) {
  const { t } = useTranslation('contentEditor')
  const own = useLanguage()
  const [previewing, setPreviewing] = useState<Language>()
  return (
    <>
      {previewing === undefined ? (
        <StaffPage
          title={title}
          lead={
            <>
              <Link
                to={back.to}
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand hover:underline"
              >
                <ArrowLeft aria-hidden="true" size={19} className="mirror" />
                {back.label}
              </Link>
              {state !== undefined && <p className="flex flex-wrap items-center gap-3">{state}</p>}
            </>
          }
          end={
            <>
              <Button
                variant="secondary"
                icon={<Eye aria-hidden="true" size={20} />}
                onClick={() => setPreviewing(own)}
              >
                {t('preview.open')}
              </Button>
              {actions}
            </>
          }
        >
          {editor.restored && <RestoredNotice onDiscard={editor.startAnew} />}
          {notices}
          <form
            noValidate
            onSubmit={(submitted) => submitted.preventDefault()}
            className={cx('grid gap-6', ABOVE_FOOT)}
            aria-label={title}
          >
            {children}
            {editor.theirs !== undefined && (
              <ConflictNotice
                differences={editor.differences.map(nameOf)}
                onTheirs={editor.useTheirs}
                onMine={editor.keepMine}
              />
            )}
            {editor.failure !== undefined && <Notice tone="danger">{editor.failure}</Notice>}
            <div className={FOOT}>{bar}</div>
          </form>
        </StaffPage>
      ) : (
        <div className="column py-6">
          <PreviewPane
            language={previewing}
            onLanguage={setPreviewing}
            onClose={() => setPreviewing(undefined)}
            namespaces={['events', 'news']}
          >
            {preview}
          </PreviewPane>
        </div>
      )}
      <LeaveQuestion unsaved={editor.unsaved} />
    </>
  )
}

function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  const { t } = useTranslation('contentEditor')
  return (
    <Notice
      tone="info"
      title={t('restored.title')}
      action={
        <Button variant="secondary" onClick={onDiscard}>
          {t('restored.discard')}
        </Button>
      }
    >
      {t('restored.text')}
    </Notice>
  )
}
