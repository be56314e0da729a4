import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { i18n } from 'i18next'
import { Eye } from 'lucide-react'
import { type MouseEvent, type ReactNode, type Ref, Suspense, use, useState } from 'react'
import { getI18n, I18nextProvider, useTranslation } from 'react-i18next'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Notice } from '../feedback/notice.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { FaultSummary } from '../form/fault-summary.tsx'
import { FormFoot } from '../form/form-foot.tsx'
import { useLeaveGuard } from '../form/leave-guard.ts'
import { InPreview } from '../layout/page.tsx'
import { StaffPage } from '../staff/toolbar.tsx'
import type { Faults } from './server-faults.ts'
import { inPageOrder, languageOfFault, type WrittenForm } from './written-form.ts'

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

/** The button that was pressed is gone: the keyboard goes on at what replaced it. */
const takeFocus = (place: HTMLElement | null): void => place?.focus()

interface FaultListProps {
  readonly editor: {
    readonly form: WrittenForm
    readonly faults: Faults
    readonly faultList: Ref<HTMLElement>
    readonly toFault: (path: string) => void
  }
  readonly fieldName: (field: string) => string
}

const SHARED_FIELDS = ['title', 'description', 'fullContent', 'imageAlt', 'address'] as const

/** What keeps the page from being saved, in each language, with a link to each field. */
function FaultList({ editor: { form, faults, faultList, toFault }, fieldName }: FaultListProps) {
  const { t } = useTranslation(['contentEditor', 'ui'])
  const nameOf = (field: string): string => {
    if (field === 'image') return t('part.picture')
    const shared = SHARED_FIELDS.find((name) => name === field)
    return shared === undefined ? fieldName(field) : t(`field.${shared}`)
  }
  const found = inPageOrder(form, Object.keys(faults)).flatMap((path) => {
    const fault = faults[path]
    if (fault === undefined) return []
    const language = languageOfFault(path)
    const names = [
      ...(language === undefined ? [] : [LANGUAGE_NAMES[language]]),
      ...(fault.named ? [] : [nameOf(path.split('.').at(-1) ?? path)]),
    ]
    const text =
      names.length === 0
        ? fault.text
        : t('ui:fault.of', { field: names.join(' · '), fault: fault.text })
    return [{ text, href: `#${path}`, onFollow: () => toFault(path) }]
  })
  if (found.length === 0) return null
  return (
    <FaultSummary
      ref={faultList}
      title={t('ui:fault.summary', { count: found.length })}
      faults={found}
    />
  )
}

interface EditorFrameProps {
  readonly editor: FaultListProps['editor'] & {
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
  /** The name of a field that is not written in three languages. */
  readonly fieldName: (field: string) => string
  /** The public page of what is typed. */
  readonly preview: ReactNode
  readonly bar: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** The field with the focus is scrolled above the buttons that stay in view. */
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
  fieldName,
  preview,
  bar,
  children,
}: EditorFrameProps) {
  const { t } = useTranslation('contentEditor')
  const own = useLanguage()
  const [previewing, setPreviewing] = useState<Language>()
  const nameOf = (difference: string): string =>
    difference.startsWith('content.')
      ? t(`difference.${difference.slice('content.'.length)}`)
      : difference === 'address'
        ? t('field.address')
        : fieldName(difference)
  return (
    <>
      {previewing === undefined ? (
        <StaffPage
          title={title}
          back={back}
          lead={state !== undefined && <p className="flex flex-wrap items-center gap-3">{state}</p>}
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
          <FaultList editor={editor} fieldName={fieldName} />
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
            <FormFoot size="block" className="bg-canvas">
              {bar}
            </FormFoot>
          </form>
        </StaffPage>
      ) : (
        <div className="column py-6">
          <PreviewPane
            language={previewing}
            unsaved={editor.unsaved}
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

const books = new Map<Language, Promise<i18n>>()

/** A copy of the page's translator for another language, over the same store of texts. */
function bookIn(language: Language, namespaces: readonly string[]): Promise<i18n> {
  const known = books.get(language)
  if (known !== undefined) return known
  const copy = getI18n().cloneInstance({ lng: language })
  const opened = copy.loadNamespaces(['common', 'ui', 'problems', ...namespaces]).then(() => copy)
  books.set(language, opened)
  return opened
}

const pressNothing = (event: MouseEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

interface PreviewPaneProps {
  readonly language: Language
  readonly unsaved: boolean
  readonly onLanguage: (language: Language) => void
  readonly onClose: () => void
  /** The texts that the page shown needs. */
  readonly namespaces: readonly string[]
  readonly children: ReactNode
}

/** The public page as readers of each language will see it. Nothing in it can be pressed: it only shows. */
function PreviewPane({
  language,
  unsaved,
  onLanguage,
  onClose,
  namespaces,
  children,
}: PreviewPaneProps) {
  const { t } = useTranslation('contentEditor')
  const [book] = useState(() => new Map(LANGUAGES.map((name) => [name, bookIn(name, namespaces)])))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-3">
        <p ref={takeFocus} tabIndex={-1} className="font-semibold">
          {t(unsaved ? 'preview.unsaved' : 'preview.title')}
        </p>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{t('preview.language')}</legend>
          {LANGUAGES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === language}
              onClick={() => onLanguage(name)}
              className={cx(
                'min-h-11 rounded-md px-4 font-semibold',
                name === language ? 'bg-brand-soft text-brand' : 'text-muted hover:text-ink',
              )}
            >
              <span lang={name}>{LANGUAGE_NAMES[name]}</span>
            </button>
          ))}
        </fieldset>
        <Button variant="secondary" onClick={onClose}>
          {t('preview.close')}
        </Button>
      </div>
      {/* Not inert: users of screen readers must hear the preview too. */}
      <div
        lang={language}
        dir={textDirection(language)}
        onClickCapture={pressNothing}
        className="rounded-lg border border-line bg-canvas p-4 font-sans sm:p-6"
      >
        <Suspense fallback={<Spinner />}>
          <InPreview value>
            <InLanguage key={language} book={book.get(language)} language={language}>
              {children}
            </InLanguage>
          </InPreview>
        </Suspense>
      </div>
    </div>
  )
}

function InLanguage({
  book,
  language,
  children,
}: {
  readonly book: Promise<i18n> | undefined
  readonly language: Language
  readonly children: ReactNode
}) {
  if (book === undefined) throw new Error(`No translator for ${language}`)
  return (
    <I18nextProvider i18n={use(book)}>
      <DirectionProvider direction={textDirection(language)}>{children}</DirectionProvider>
    </I18nextProvider>
  )
}
