/**
 * The servers that stores of knowledge are tested with, as Maven Central has them. Plain JavaScript, because the installer
 * runs before anything is built.
 *
 * Elasticsearch's `integ-test-zip` is the whole distribution less most modules; of what keel asks, only `_delete_by_query`
 * is missing, and its module is published nowhere. That of OpenSearch has fewer still, but all modules and the k-NN plugin
 * can be had, and are put in their places.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'

const OPENSEARCH = '2.19.1'

/** `into`: the folder of the server that an archive is unpacked to, or a jar is put in. `sha256`: of the file. */
export const servers = {
  elasticsearch: {
    version: '8.19.21',
    parts: [
      zip('org.elasticsearch.distribution.integ-test-zip:elasticsearch:8.19.21', {
        sha256: '215d5f3dbf0609a149f6218a9e47b6ae2df34ebbff3c5754e35f15a5e5393c8a',
        into: '',
      }),
    ],
    files: {},
  },
  opensearch: {
    version: OPENSEARCH,
    parts: [
      zip(`org.opensearch.distribution.integ-test-zip:opensearch:${OPENSEARCH}`, {
        sha256: 'af7152d8b7f6f1cee09d47276b32b70479fe6dd8cdbb61213f84eb7f8098b261',
        into: '',
      }),
      zip(`org.opensearch.plugin:opensearch-knn:${OPENSEARCH}.0`, {
        sha256: 'eab8c9818865bc035212eab5068cdacae164baa09d4c152f49b736d6f6b0e85c',
        into: 'plugins/opensearch-knn',
      }),
      ...jars('modules/reindex', {
        [`org.opensearch.plugin:reindex-client:${OPENSEARCH}`]:
          'eb2056ee54ac367f8820d5c13fa5cea2d10bb492b01f4d1a15a6dce163bf82ce',
        [`org.opensearch:opensearch-ssl-config:${OPENSEARCH}`]:
          '30fe6a20a08004044be90abdf0e711313b7dfe2e5c7b12ac32498ae8e1cae927',
        [`org.opensearch.client:opensearch-rest-client:${OPENSEARCH}`]:
          '6ab691dc6cb2c12802bb9024df3379bd1779a2b626d3bd7b27ed5f974cbc1708',
        'org.apache.httpcomponents:httpclient:4.5.14':
          'c8bc7e1c51a6d4ce72f40d2ebbabf1c4b68bfe76e732104b04381b493478e9d6',
        'org.apache.httpcomponents:httpcore:4.4.16':
          '6c9b3dd142a09dc468e23ad39aad6f75a0f2b85125104469f026e52a474e464f',
        'org.apache.httpcomponents:httpasyncclient:4.1.5':
          '0c1877489a9d1ba4fa50f6cfcab11d1123618858cb31d56afaab5afdd5064d99',
        'org.apache.httpcomponents:httpcore-nio:4.4.16':
          '4018736ede2d321034e8517ea90baefb31831a8608afccc446d8a699fb1d00d4',
        'commons-codec:commons-codec:1.16.1':
          'ec87bfb55f22cbd1b21e2190eeda28b2b312ed2a431ee49fbdcc01812d04a5e4',
        'commons-logging:commons-logging:1.2':
          'daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636',
      }),
      ...jars('modules/lang-painless', {
        [`org.opensearch.plugin:lang-painless:${OPENSEARCH}`]:
          '3cf5e02efa40ff5b88e74e1ab66a0bc462de3509fab4a6a4ffe90b8d13777a9a',
        [`org.opensearch.plugin:opensearch-scripting-painless-spi:${OPENSEARCH}`]:
          'c2598797a5f6f897ce7e8d05f593ff96de3fbc56c52f299d63cddcae41556dda',
        'org.antlr:antlr4-runtime:4.13.1': '54665d2838cc66458343468efc539e454fc95b46a8a04b13c6ac43fc9be63505',
        'org.ow2.asm:asm:9.7': 'adf46d5e34940bdf148ecdd26a9ee8eea94496a72034ff7141066b3eea5c4e9d',
        'org.ow2.asm:asm-util:9.7': '37a6414d36641973f1af104937c95d6d921b2ddb4d612c66c5a9f2b13fc14211',
        'org.ow2.asm:asm-tree:9.7': '62f4b3bc436045c1acb5c3ba2d8ec556ec3369093d7f5d06c747eb04b56d52b1',
        'org.ow2.asm:asm-commons:9.7': '389bc247958e049fc9a0408d398c92c6d370c18035120395d4cba1d9d9304b7a',
        'org.ow2.asm:asm-analysis:9.7': '7bc6bcbc21379948a0c8c467fb0f864206e5b818f6bc0b546872f5c9f941556f',
      }),
    ],
    /** A module is a folder that says what it is, and what it may do; a jar of Maven Central does not. */
    files: {
      'modules/reindex/plugin-descriptor.properties': descriptor(
        'reindex',
        'org.opensearch.index.reindex.ReindexPlugin',
      ),
      'modules/lang-painless/plugin-descriptor.properties': descriptor(
        'lang-painless',
        'org.opensearch.painless.PainlessPlugin',
      ),
      'modules/lang-painless/plugin-security.policy': `grant {
  permission java.lang.RuntimePermission "createClassLoader";
  permission java.lang.RuntimePermission "getClassLoader";
};
`,
    },
  },
}

export const serverNames = Object.keys(servers)

export function cacheFolder(environment = process.env) {
  return environment.KEEL_SERVER_CACHE || join(homedir(), '.cache', 'keel', 'servers')
}

/** One folder a server and version. It comes into being by a rename, so that it is whole wherever it is at all. */
export function folderOf(name, environment = process.env) {
  return join(cacheFolder(environment), `${name}@${servers[name].version}`)
}

/** Beside it: why it could not be fetched, for whoever skips a test because of that. */
export function reasonFileOf(name, environment = process.env) {
  return `${folderOf(name, environment)}.reason`
}

function zip(coordinates, { sha256, into }) {
  return { ...placeOf(coordinates, 'zip'), sha256, into, isArchive: true }
}

function jars(into, files) {
  return Object.entries(files).map(([coordinates, sha256]) => ({
    ...placeOf(coordinates, 'jar'),
    sha256,
    into,
    isArchive: false,
  }))
}

function placeOf(coordinates, ending) {
  const [group, artifact, version] = coordinates.split(':')
  const file = `${artifact}-${version}.${ending}`
  return { file, path: `${group.replaceAll('.', '/')}/${artifact}/${version}/${file}` }
}

function descriptor(name, classname) {
  return Object.entries({
    description: name,
    version: OPENSEARCH,
    name,
    classname,
    'java.version': '11',
    'opensearch.version': OPENSEARCH,
    'custom.foldername': '',
    'extended.plugins': '',
    'has.native.controller': 'false',
  })
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')
}
