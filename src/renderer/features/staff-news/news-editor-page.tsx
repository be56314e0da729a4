import { Newspaper, Undo2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { readNews } from '#shared/contract/news.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EditorBar } from '../../ui/content-editor/editor-bar.tsx'
import { AddressField, CoverSection, WordsSection } from '../../ui/content-editor/editor-fields.tsx'
import { EditorFrame } from '../../ui/content-editor/editor-frame.tsx'
import { EditorLoader } from '../../ui/content-editor/editor-loader.tsx'
import { pictureToCome } from '../../ui/content-editor/file-address.ts'
import { asClock, useCountdown } from '../../ui/feedback/countdown.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { previewOf, REQUIRED } from './news-form.ts'
import { NewsState } from './news-state.tsx'
import { type NewsEditorState, useNewsEditor } from './use-news-editor.ts'

interface NewsletterNoticeProps {
  readonly article: NewsItem
  readonly busy: boolean
  readonly onTakeBack: () => void
}

/** Where the mails to the subscribers are. Until they leave, a slip of the finger is taken back by one press. */
function NewsletterNotice({
  article: { status, newsletter },
  busy,
  onTakeBack,
}: NewsletterNoticeProps) {
  const { t } = useTranslation('staffNews')
  const format = useFormat()
  const left = useCountdown(newsletter == null ? undefined : Date.parse(newsletter.leavesAt))
  if (newsletter == null)
    return status === 'published' ? <Notice tone="info">{t('letter.none')}</Notice> : null
  if (newsletter.doneAt !== null)
    return (
      <Notice tone="info">
        {t('letter.sent', {
          when: format.dateTime(newsletter.doneAt),
          count: newsletter.recipients,
        })}
      </Notice>
    )
  if (left === 0) return <Notice tone="info">{t('letter.leaving')}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('letter.waitingTitle')}
      action={
        <Button
          variant="secondary"
          busy={busy}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={onTakeBack}
        >
          {t('letter.takeBack')}
        </Button>
      }
    >
      <p>{t('letter.waiting', { time: format.time(newsletter.leavesAt) })}</p>
      {/* The clock is for the eye; the time above says it to the ear once. */}
      <p aria-hidden="true" className="text-xl headline tabular-nums">
        <Ltr>{asClock(left)}</Ltr>
      </p>
    </Notice>
  )
}

function NewsBar({ editor }: { readonly editor: NewsEditorState }) {
  const { t } = useTranslation('staffNews')
  const { item: article, save } = editor
  const draft = article?.status !== 'published'
  const goneOut = article?.newsletter?.doneAt != null
  return (
    <EditorBar
      editor={editor}
      draft={draft}
      hint={t(goneOut ? 'publishAgainHint' : 'publishHint')}
      onSave={() => save(draft ? 'draft' : 'published')}
      onPublish={() => save('published', 'publish')}
      onWithdraw={draft ? undefined : () => save('draft', 'withdraw')}
      deletion={
        article && {
          label: t('act.delete'),
          title: t('delete.title'),
          text: t(goneOut ? 'delete.textSent' : 'delete.text'),
        }
      }
    />
  )
}

interface PageProps {
  /** The public page of an article; given by the app, because it belongs to another feature. */
  readonly Preview: ComponentType<{ readonly article: NewsItem }>
}

export function NewArticlePage({ Preview }: PageProps) {
  return <NewsEditor article={undefined} Preview={Preview} />
}

export function EditArticlePage({ Preview }: PageProps) {
  const { t } = useTranslation('staffNews')
  const list = `${useDashboard().base}/news`
  return (
    <EditorLoader
      kind="news"
      read={(id, signal) => ask(readNews, { params: { id } }, { signal })}
      title={t('edit.title')}
      failure={t('edit.failed')}
      unknown={{
        icon: <Newspaper size={30} />,
        title: t('unknown.title'),
        text: t('unknown.text'),
      }}
      back={{ to: list, label: t('back') }}
    >
      {(article) => <NewsEditor article={article} Preview={Preview} />}
    </EditorLoader>
  )
}

function NewsEditor({
  article: loaded,
  Preview,
}: PageProps & { readonly article: NewsItem | undefined }) {
  const { t } = useTranslation('staffNews')
  const list = `${useDashboard().base}/news`
  const editor = useNewsEditor(loaded, list)
  const { item: article, form, picture, busy, save } = editor
  return (
    <EditorFrame
      editor={editor}
      title={t(article === undefined ? 'new.title' : 'edit.title')}
      back={{ to: list, label: t('back') }}
      state={
        article && (
          <>
            <NewsState status={article.status} />
            {t(`stateText.${article.status}`)}
          </>
        )
      }
      notices={
        article && (
          <NewsletterNotice
            article={article}
            busy={busy === 'withdraw'}
            onTakeBack={() => save('draft', 'withdraw')}
          />
        )
      }
      fieldName={(field) => t(`field.${field}`)}
      preview={
        <div className="mx-auto max-w-3xl">
          <Preview article={previewOf(form, pictureToCome(picture), article?.status)} />
        </div>
      }
      bar={<NewsBar editor={editor} />}
    >
      <NewsFields editor={editor} />
    </EditorFrame>
  )
}

function NewsFields({ editor }: { readonly editor: NewsEditorState }) {
  const { t } = useTranslation('staffNews')
  return (
    <>
      <WordsSection
        editor={editor}
        required={REQUIRED}
        description={{ hint: t('hint.description'), maxChars: 1_000 }}
        fullContentRows={12}
      />
      <CoverSection editor={editor} lead={t('part.pictureLead')} />
      <Section title={t('part.more')}>
        <div className="field-lines">
          <TextField
            {...editor.plainInput('date')}
            label={t('field.date')}
            type="date"
            required
            hint={t('hint.date')}
          />
          <TextField
            {...editor.plainInput('link')}
            label={t('field.link')}
            dir="ltr"
            maxLength={300}
            hint={t('hint.link')}
          />
          <AddressField editor={editor} />
        </div>
      </Section>
    </>
  )
}
