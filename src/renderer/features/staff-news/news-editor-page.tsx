import { useQuery } from '@tanstack/react-query'
import { Newspaper, Save, Send, Trash2, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readNews } from '#shared/contract/news.ts'
import { ask } from '../../platform/calls/api.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { EditorFrame } from '../../ui/content-editor/editor-frame.tsx'
import { EditorLoader, READ_TO_EDIT } from '../../ui/content-editor/editor-loader.tsx'
import { fileAddress } from '../../ui/content-editor/file-address.ts'
import { NewsFields } from './news-fields.tsx'
import { previewOf } from './news-form.ts'
import { NewsState } from './news-state.tsx'
import { type NewsEditorState, useNewsEditor } from './use-news-editor.ts'
import { useNewsPath } from './use-news-path.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { asClock, useCountdown } from '../../ui/feedback/countdown.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

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
  const { article, busy, save, unsaved } = editor
  const [deleting, setDeleting] = useState(false)
  const blocked = busy !== undefined
  const draft = article?.status !== 'published'
  const goneOut = article?.newsletter?.doneAt != null
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <output className="text-sm text-muted">{unsaved ? t('unsaved') : ''}</output>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={draft ? 'secondary' : 'primary'}
          busy={busy === 'save'}
          disabled={blocked && busy !== 'save'}
          icon={<Save aria-hidden="true" size={20} />}
          onClick={() => save(draft ? 'draft' : 'published')}
        >
          {t(draft ? 'act.saveDraft' : 'act.save')}
        </Button>
        {draft ? (
          <Button
            busy={busy === 'publish'}
            disabled={blocked && busy !== 'publish'}
            icon={<Send aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('published', 'publish')}
          >
            {t('act.publish')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={busy === 'withdraw'}
            disabled={blocked && busy !== 'withdraw'}
            icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('draft', 'withdraw')}
          >
            {t('act.withdraw')}
          </Button>
        )}
        {article !== undefined && (
          <Button
            variant="danger"
            className="sm:ms-auto"
            disabled={blocked}
            icon={<Trash2 aria-hidden="true" size={20} />}
            onClick={() => setDeleting(true)}
          >
            {t('act.delete')}
          </Button>
        )}
      </div>
      {draft && (
        <p className="text-sm text-muted">{t(goneOut ? 'publishAgainHint' : 'publishHint')}</p>
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('delete.title')}
        text={<p>{t(goneOut ? 'delete.textSent' : 'delete.text')}</p>}
        confirmLabel={t('act.delete')}
        tone="danger"
        busy={busy === 'delete'}
        onConfirm={() => void editor.remove().then(() => setDeleting(false))}
      />
    </div>
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
  const { id = '' } = useParams()
  const list = useNewsPath()
  const query = useQuery({
    queryKey: ['news', 'edit', id],
    queryFn: ({ signal }) => ask(readNews, { params: { id } }, { signal }),
    ...READ_TO_EDIT,
  })
  return (
    <EditorLoader
      query={query}
      title={t('edit.title')}
      failure={t('edit.failed')}
      unknown={{
        icon: <Newspaper size={30} />,
        title: t('unknown.title'),
        text: t('unknown.text'),
      }}
      back={{ to: list, label: t('back') }}
    >
      {(article) => <NewsEditor key={id} article={article} Preview={Preview} />}
    </EditorLoader>
  )
}

function NewsEditor({
  article: loaded,
  Preview,
}: PageProps & { readonly article: NewsItem | undefined }) {
  const { t } = useTranslation('staffNews')
  const list = useNewsPath()
  const editor = useNewsEditor(loaded, list)
  const { article, busy, save } = editor
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
      nameOf={(name) =>
        t(
          name.startsWith('content.')
            ? `difference.${name.slice('content.'.length)}`
            : `field.${name}`,
        )
      }
      preview={
        <div className="mx-auto max-w-3xl">
          <DrawnPreview editor={editor} Preview={Preview} />
        </div>
      }
      bar={<NewsBar editor={editor} />}
    >
      <NewsFields editor={editor} />
    </EditorFrame>
  )
}

function DrawnPreview({
  editor: { form, picture },
  Preview,
}: PageProps & { readonly editor: NewsEditorState }) {
  const { held, file, removed } = picture
  return (
    <Preview
      article={previewOf(form, file === undefined ? (removed ? null : held) : fileAddress(file))}
    />
  )
}
