"""Reads a Word document with the libraries of Python and prints what it finds, one fact a line."""
import sys
import zipfile
import xml.etree.ElementTree as tree

W = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'


def local(name):
    return name.rpartition('}')[2]


def facts(path):
    archive = zipfile.ZipFile(path)
    if archive.comment:
        yield 'comment', archive.comment.decode('latin1')
    for entry in archive.infolist():
        yield 'part', entry.filename
        yield 'written', '%d-%02d-%02d' % entry.date_time[:3]
        if entry.extra:
            yield 'extra', entry.extra.hex()
        if not entry.filename.endswith(('.xml', '.rels')):
            yield 'bytes', archive.read(entry).decode('latin1').replace('\n', ' ')
            continue
        if b'<!DOCTYPE' in archive.read(entry):
            yield 'remark', 'DOCTYPE'
        builder = tree.TreeBuilder(insert_comments=True, insert_pis=True)
        root = tree.fromstring(archive.read(entry), tree.XMLParser(target=builder))
        code = []
        for element in root.iter():
            if not isinstance(element.tag, str):
                yield 'remark', element.text
                continue
            yield 'element', local(element.tag)
            yield 'namespace', element.tag.rpartition('}')[0][1:]
            for name, value in element.attrib.items():
                yield 'attribute', '%s=%s' % (local(name), value)
            if local(element.tag) == 'Relationship':
                yield 'relation', '%s %s %s' % (
                    element.get('TargetMode', 'Internal').strip(),
                    element.get('Type', '').rpartition('/')[2],
                    element.get('Target'),
                )
            if element.tag == W + 'instrText':
                code.append(element.text or '')
            elif element.text:
                yield 'text', element.text
        if code:
            yield 'field', ''.join(code)


for kind, value in facts(sys.argv[1]):
    print(kind, value)
