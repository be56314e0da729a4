// The program of this page did not come: it was replaced while the browser kept the page, or the network is down.
// first-paint.js asks for this file then. Where the server names another program by now, the page is loaded anew, but
// never after it was just loaded anew; in every other case the person is asked.
;(function () {
  var TEXTS = {
    en: ['This page could not be loaded completely.', 'Reload the page'],
    ar: ['تعذّر تحميل هذه الصفحة كاملة.', 'إعادة تحميل الصفحة'],
    fr: ['Cette page n’a pas pu être chargée entièrement.', 'Recharger la page'],
  }

  function askPerson() {
    var texts = TEXTS[document.documentElement.lang] || TEXTS.en
    var notice = document.createElement('div')
    notice.id = 'load-again' // hidden by styles/base.css when the program has come after all
    notice.setAttribute('role', 'alert')
    var button = document.createElement('button')
    button.type = 'button'
    button.textContent = texts[1]
    button.onclick = function () {
      location.reload()
    }
    notice.append(texts[0], ' ', button)
    document.body.append(notice)
  }

  var written = document.querySelector('meta[name="entry"]')
  var entry = written
    ? written.content
    : document.querySelector('script[type="module"]').getAttribute('src')
  var isReload = performance.getEntriesByType('navigation')[0].type === 'reload'
  async function isReplaced() {
    var reply = await fetch(location.href, { cache: 'no-cache' })
    return reply.ok && !(await reply.text()).includes(entry)
  }
  if (isReload) askPerson()
  else
    isReplaced().then(function (replaced) {
      return replaced ? location.reload() : askPerson()
    }, askPerson)
})()
