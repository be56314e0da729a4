import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, LinkButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Sample, useWords } from './sample.ts'

function Buttons() {
  const say = useWords()
  const text = say('Save', 'حفظ')
  return (
    <div className="flex flex-wrap gap-2">
      <Button>{text}</Button>
      <Button variant="secondary" icon={<Pencil aria-hidden="true" size={18} />}>
        {say('Edit', 'تعديل')}
      </Button>
      <Button variant="quiet">{text}</Button>
      <Button variant="danger">{say('Delete', 'حذف')}</Button>
      <Button busy>{text}</Button>
      <Button disabled>{text}</Button>
      <Button size="lg">{text}</Button>
      <LinkButton to="/dev/ui" variant="secondary">
        {say('A link', 'رابط')}
      </LinkButton>
      <IconButton label={say('Delete', 'حذف')} icon={<Trash2 aria-hidden="true" size={20} />} />
      <span className="flex gap-2 rounded-md bg-night p-2">
        <Button variant="sun">{text}</Button>
        <Button variant="on-night">{text}</Button>
      </span>
    </div>
  )
}

function Copies() {
  const say = useWords()
  return (
    <CopyButton
      text="FR76 3000 6000 0112 3456 7890 189"
      label={say('Copy the IBAN', 'انسخ رقم الحساب')}
    />
  )
}

function Dialogs() {
  const say = useWords()
  const [open, setOpen] = useState<'plain' | 'confirm'>()
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setOpen('plain')}>
        {say('Open a dialog', 'افتح نافذة')}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('confirm')}>
        {say('Ask first', 'اسأل أولًا')}
      </Button>
      <Button variant="quiet" onClick={() => toast.success(say('Saved', 'تم الحفظ'))}>
        {say('Good news', 'خبر سار')}
      </Button>
      <Button variant="quiet" onClick={() => toast.error(say('Not saved', 'لم يُحفظ'))}>
        {say('Bad news', 'خبر سيئ')}
      </Button>
      <Dialog
        open={open === 'plain'}
        onOpenChange={() => setOpen(undefined)}
        title={say('Change the address', 'تغيير العنوان')}
        description={say('We send a code to it first.', 'نرسل إليه رمزًا أولًا.')}
      >
        <p>{say('The content of the dialog.', 'محتوى النافذة.')}</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={() => setOpen(undefined)}
        title={say('Delete this member?', 'حذف هذا العضو؟')}
        text={say(
          'The card stops working at once. This cannot be undone.',
          'تتوقف البطاقة فورًا، ولا رجعة في ذلك.',
        )}
        confirmLabel={say('Delete the member', 'حذف العضو')}
        tone="danger"
        onConfirm={() => setOpen(undefined)}
      />
    </div>
  )
}

export const ACTION_SAMPLES: readonly Sample[] = [
  { name: 'Button, LinkButton, IconButton', Show: Buttons },
  { name: 'CopyButton', Show: Copies },
  { name: 'Dialog, ConfirmDialog, toast', Show: Dialogs },
]
