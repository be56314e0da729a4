import { useQuery } from '@tanstack/react-query'
import { Newspaper, Save, Send, Trash2, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readNews } from '#shared/contract/news.ts'
import { textDirection } from '#shared/domain/text/languages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EditorFrame } from '../../ui/content-editor/editor-frame.tsx'
import { EditorLoader, READ_TO_EDIT } from '../../ui/content-editor/editor-loader.tsx'
import { fileAddress } from '../../ui/content-editor/file-address.ts'
import { LanguageTabs } from '../../ui/content-editor/language-tabs.tsx'
import { PicturePart } from '../../ui/content-editor/picture-part.tsx'
import { suggestAddress } from '../../ui/content-editor/site-address.ts'
import { type PlainField, titlesOf } from '../../ui/content-editor/written-form.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { asClock, useCountdown } from '../../ui/feedback/countdown.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { completeness, type NewsForm, previewOf, type Words } from './news-form.ts'
import { NewsState } from './news-state.tsx'
import { type NewsEditorState, useNewsEditor } from './use-news-editor.ts'
import { useNewsPath } from './use-news-path.ts'

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

const LIMIT = {
  title: 200,
  description: 1_000,
  fullContent: 20_000,
  imageAlt: 300,
  link: 300,
} as const

function NewsFields({ editor }: { readonly editor: NewsEditorState }) {
  const { t } = useTranslation('staffNews')
  const {
    article,
    form,
    language,
    faults,
    setLanguage,
    setWords,
    setPlain,
    picture,
    setPicture,
    progress,
  } = editor
  const words = form.content[language]
  const inLanguage = (name: keyof Words) => ({
    label: t(`field.${name}`),
    value: words[name],
    error: faults[`content.${language}.${name}`],
    lang: language,
    dir: textDirection(language),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setWords(name, target.value),
  })
  const plain = (name: PlainField<NewsForm>) => ({
    label: t(`field.${name}`),
    value: form[name],
    error: faults[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setPlain(name, target.value),
  })
  return (
    <>
      <Section title={t('part.words')} lead={t('part.wordsLead')}>
        <LanguageTabs
          label={t('part.languages')}
          language={language}
          onChange={setLanguage}
          stateOf={(name) => completeness(form, name)}
        >
          <TextField
            key={`${language}-title`}
            {...inLanguage('title')}
            required
            maxLength={LIMIT.title}
          />
          <TextArea
            key={`${language}-description`}
            {...inLanguage('description')}
            hint={t('hint.description')}
            required
            rows={3}
            maxChars={LIMIT.description}
          />
          <TextArea
            key={`${language}-full`}
            {...inLanguage('fullContent')}
            hint={t('hint.fullContent')}
            required
            rows={12}
            maxChars={LIMIT.fullContent}
          />
          <TextField
            key={`${language}-alt`}
            {...inLanguage('imageAlt')}
            hint={t('hint.imageAlt')}
            maxLength={LIMIT.imageAlt}
          />
        </LanguageTabs>
      </Section>
      <Section title={t('part.picture')} lead={t('part.pictureLead')}>
        <PicturePart
          picture={picture}
          onChange={setPicture}
          error={faults['image']}
          progress={progress}
        />
      </Section>
      <Section title={t('part.more')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...plain('date')} type="date" required hint={t('hint.date')} />
          <TextField {...plain('link')} dir="ltr" maxLength={LIMIT.link} hint={t('hint.link')} />
          {article === undefined && (
            <TextField
              {...plain('address')}
              dir="ltr"
              autoComplete="off"
              hint={t('hint.address', {
                example: suggestAddress(titlesOf(form), 'news', form.date),
              })}
              className="sm:col-span-2"
            />
          )}
        </div>
      </Section>
    </>
  )
}
