import { remember } from '#kit/remember.ts'
import type { Ecosystem } from '../manifests/manifest.ts'

export type NotableUse =
  | 'framework'
  | 'library'
  | 'store'
  | 'build'
  | 'test'
  | 'lint'
  | 'format'
  | 'typecheck'
export type WellKnown = { readonly name: string; readonly use: NotableUse }

/**
 * What a dependency is known as, if it tells something about a project. Asked by its whole name, then by less and less of
 * it: `@nestjs/core` is known as `@nestjs`, `org.springframework.boot:…` as its group.
 */
export function notablesOf(ecosystem: Ecosystem, dependency: string): readonly WellKnown[] {
  const known = wellKnownIn(ecosystem)
  for (let name = dependency.toLowerCase(); name !== ''; name = shorter(name)) {
    const found = known.get(name)
    if (found !== undefined) return found
  }
  return []
}

function shorter(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('.'), 0))
}

/** Names in the registry, each with what people call it; what has no equals sign is called as it is. */
const TABLE: Readonly<Record<Ecosystem, Partial<Record<NotableUse, string>>>> = {
  javascript: {
    framework:
      'react=React, next=Next.js, vue=Vue, nuxt=Nuxt, @angular/core=Angular, svelte=Svelte, @sveltejs/kit=SvelteKit, solid-js=SolidJS, preact=Preact, astro=Astro, gatsby=Gatsby, @remix-run/react=Remix, @remix-run/node=Remix, react-router=React Router, express=Express, fastify=Fastify, koa=Koa, hono=Hono, @nestjs=NestJS, @adonisjs=AdonisJS, electron=Electron, react-native=React Native, expo=Expo, @ionic=Ionic, @tauri-apps=Tauri, ember-source=Ember, backbone=Backbone, lit=Lit, @builder.io/qwik=Qwik, @docusaurus=Docusaurus, vitepress=VitePress, @hotwired/stimulus=Stimulus, @hotwired/turbo=Turbo, alpinejs=Alpine.js',
    library:
      'redux=Redux, @reduxjs/toolkit=Redux Toolkit, zustand=Zustand, mobx=MobX, @tanstack/react-query=TanStack Query, @tanstack/query-core=TanStack Query, graphql=GraphQL, @apollo=Apollo, @trpc=tRPC, zod, tailwindcss=Tailwind CSS, @mui/material=MUI, @emotion/react=Emotion, styled-components, three=three.js, d3=D3, socket.io=Socket.IO, ai=AI SDK, @modelcontextprotocol=MCP, openai=OpenAI SDK, @anthropic-ai/sdk=Anthropic SDK, langchain=LangChain, rxjs=RxJS, pinia=Pinia, jquery=jQuery, storybook=Storybook',
    store:
      'prisma=Prisma, @prisma/client=Prisma, typeorm=TypeORM, sequelize=Sequelize, drizzle-orm=Drizzle, mongoose=Mongoose, pg=PostgreSQL, mysql2=MySQL, ioredis=Redis, redis=Redis, better-sqlite3=SQLite, mongodb=MongoDB, knex=Knex',
    build:
      'vite=Vite, webpack=webpack, @rspack/core=Rspack, rollup=Rollup, rolldown=Rolldown, esbuild=esbuild, parcel=Parcel, turbo=Turborepo, nx=Nx, lerna=Lerna, tsup=tsup, tsdown=tsdown, @swc/core=SWC, @babel/core=Babel, gulp=Gulp, grunt=Grunt, @changesets/cli=Changesets',
    test: 'vitest=Vitest, jest=Jest, mocha=Mocha, ava=AVA, tap, jasmine=Jasmine, karma=Karma, qunit=QUnit, @playwright/test=Playwright, playwright=Playwright, playwright-chromium=Playwright, cypress=Cypress, puppeteer=Puppeteer, @testing-library=Testing Library, fast-check',
    lint: 'eslint=ESLint, @biomejs/biome=Biome, oxlint=Oxlint, stylelint=Stylelint, standard, tslint=TSLint, knip, xo=XO',
    format: 'prettier=Prettier, @biomejs/biome=Biome, oxfmt=Oxfmt, dprint',
    typecheck: 'typescript=TypeScript, flow-bin=Flow, vue-tsc, @typescript/native-preview=TypeScript',
  },
  python: {
    framework:
      'django=Django, flask=Flask, fastapi=FastAPI, starlette=Starlette, tornado=Tornado, pyramid=Pyramid, aiohttp, litestar=Litestar, sanic=Sanic, djangorestframework=Django REST framework, streamlit=Streamlit, gradio=Gradio, scrapy=Scrapy, click=Click, typer=Typer, airflow=Airflow, apache-airflow=Airflow, dagster=Dagster, torch=PyTorch, tensorflow=TensorFlow, jax=JAX, textual=Textual',
    library:
      'pydantic=Pydantic, numpy=NumPy, pandas, polars=Polars, scipy=SciPy, scikit-learn, matplotlib=Matplotlib, requests, httpx=HTTPX, celery=Celery, jinja2=Jinja, werkzeug=Werkzeug, transformers=Transformers, langchain=LangChain, openai=OpenAI SDK, anthropic=Anthropic SDK, boto3, grpcio=gRPC, confluent-kafka=Kafka, graphene=Graphene, sentry-sdk=Sentry SDK',
    store:
      'sqlalchemy=SQLAlchemy, alembic=Alembic, psycopg=PostgreSQL, psycopg2=PostgreSQL, psycopg2-binary=PostgreSQL, asyncpg=PostgreSQL, pymysql=MySQL, mysqlclient=MySQL, redis=Redis, pymongo=MongoDB, elasticsearch=Elasticsearch, clickhouse-driver=ClickHouse',
    build: 'cython=Cython, pybind11, maturin, setuptools-rust',
    test: 'pytest, hypothesis=Hypothesis, tox, nox, selenium=Selenium, playwright=Playwright',
    lint: 'ruff=Ruff, flake8=Flake8, pylint=Pylint, pre-commit',
    format: 'black=Black, isort, yapf=YAPF',
    typecheck: 'mypy, pyright=Pyright, basedpyright, django-stubs=mypy, ty, pyrefly=Pyrefly',
  },
  rust: {
    framework:
      'axum, actix-web=Actix Web, rocket=Rocket, warp, tauri=Tauri, leptos=Leptos, yew=Yew, dioxus=Dioxus, bevy=Bevy, tonic, ratatui=Ratatui, clap, poem=Poem, iced',
    library:
      'tokio=Tokio, async-std, serde=Serde, hyper, reqwest, tracing, rayon=Rayon, anyhow, thiserror, wasm-bindgen, pyo3=PyO3, napi=napi-rs, tower=Tower, tree-sitter, rmcp=MCP',
    store: 'sqlx=SQLx, diesel=Diesel, sea-orm=SeaORM, rusqlite=SQLite, redis=Redis, rocksdb=RocksDB',
    test: 'proptest, insta, criterion=Criterion, loom, wiremock, quickcheck',
  },
  go: {
    framework:
      'github.com/gin-gonic/gin=Gin, github.com/labstack/echo=Echo, github.com/gofiber/fiber=Fiber, github.com/go-chi/chi=chi, github.com/gorilla/mux=Gorilla, github.com/spf13/cobra=Cobra, github.com/urfave/cli=urfave/cli, sigs.k8s.io/controller-runtime=controller-runtime, github.com/charmbracelet/bubbletea=Bubble Tea, github.com/beego=Beego, connectrpc.com/connect=Connect',
    library:
      'google.golang.org/grpc=gRPC, google.golang.org/protobuf=Protobuf, k8s.io/client-go=client-go, go.uber.org/zap=zap, github.com/prometheus/client_golang=Prometheus, go.opentelemetry.io/otel=OpenTelemetry, github.com/spf13/viper=Viper, github.com/aws/aws-sdk-go-v2=AWS SDK, github.com/99designs/gqlgen=gqlgen',
    store:
      'gorm.io/gorm=GORM, github.com/jackc/pgx=PostgreSQL, github.com/lib/pq=PostgreSQL, github.com/go-sql-driver/mysql=MySQL, github.com/redis/go-redis=Redis, github.com/mattn/go-sqlite3=SQLite, go.etcd.io/etcd=etcd, go.mongodb.org/mongo-driver=MongoDB, entgo.io/ent=ent',
    test: 'github.com/stretchr/testify=testify, github.com/onsi/ginkgo=Ginkgo, github.com/onsi/gomega=Gomega, github.com/google/go-cmp=go-cmp',
  },
  jvm: {
    framework:
      'org.springframework.boot=Spring Boot, org.springframework=Spring, spring-boot=Spring Boot, io.quarkus=Quarkus, io.micronaut=Micronaut, io.ktor=Ktor, io.vertx=Vert.x, com.android.application=Android, com.android.library=Android, android-application=Android, androidx.compose=Jetpack Compose, org.jetbrains.compose=Compose Multiplatform, org.apache.spark=Spark, org.apache.flink=Flink, com.typesafe.play=Play, org.playframework=Play, jakarta.platform=Jakarta EE, info.picocli=picocli',
    library:
      'org.jetbrains.kotlinx:kotlinx-coroutines-core=Kotlin coroutines, com.squareup.okhttp3=OkHttp, com.squareup.okio=Okio, com.google.guava=Guava, com.google.inject=Guice, com.google.dagger=Dagger, com.fasterxml.jackson=Jackson, io.netty=Netty, org.projectlombok=Lombok, io.grpc=gRPC, org.thymeleaf=Thymeleaf, org.apache.kafka=Kafka, io.projectreactor=Reactor, com.squareup.moshi=Moshi',
    store:
      'org.hibernate=Hibernate, org.mybatis=MyBatis, org.postgresql=PostgreSQL, com.mysql=MySQL, com.h2database=H2, org.flywaydb=Flyway, org.liquibase=Liquibase, org.jooq=jOOQ, redis.clients=Redis, org.mongodb=MongoDB, androidx.room=Room',
    test: 'org.junit.jupiter=JUnit 5, org.junit=JUnit 5, junit:junit=JUnit 4, org.testng=TestNG, org.mockito=Mockito, org.assertj=AssertJ, io.kotest=Kotest, org.spockframework=Spock, org.testcontainers=Testcontainers, org.scalatest=ScalaTest, org.scalameta:munit=MUnit, com.willowtreeapps.assertk=assertk',
    lint: 'com.github.spotbugs=SpotBugs, io.gitlab.arturbosch.detekt=detekt, com.puppycrawl.tools=Checkstyle, org.apache.maven.plugins:maven-checkstyle-plugin=Checkstyle, org.apache.maven.plugins:maven-pmd-plugin=PMD, net.ltgt.errorprone=Error Prone, com.google.errorprone=Error Prone, org.apache.rat=RAT',
    format:
      'com.diffplug.spotless=Spotless, io.spring.javaformat=Spring Java Format, org.jlleitschuh.gradle.ktlint=ktlint, com.ncorti.ktfmt.gradle=ktfmt, spotless=Spotless',
    build: 'org.graalvm=GraalVM, com.google.protobuf=Protobuf',
  },
  dotnet: {
    framework:
      'microsoft.net.sdk.web=ASP.NET Core, microsoft.aspnetcore=ASP.NET Core, microsoft.net.sdk.blazorwebassembly=Blazor, aspire.apphost.sdk=.NET Aspire, aspire.hosting=.NET Aspire, microsoft.maui=.NET MAUI, wpf=WPF, microsoft.net.sdk.worker=Worker Service, avalonia=Avalonia, microsoft.orleans=Orleans, microsoft.azure.functions=Azure Functions, grpc.aspnetcore=gRPC, duende.identityserver=IdentityServer',
    library:
      'mediatr=MediatR, automapper=AutoMapper, fluentvalidation=FluentValidation, serilog=Serilog, newtonsoft.json=Newtonsoft.Json, masstransit=MassTransit, polly=Polly, opentelemetry=OpenTelemetry, rabbitmq.client=RabbitMQ, microsoft.semantickernel=Semantic Kernel, swashbuckle=Swagger',
    store:
      'microsoft.entityframeworkcore=Entity Framework Core, dapper=Dapper, npgsql=PostgreSQL, stackexchange.redis=Redis, mongodb.driver=MongoDB, microsoft.data.sqlclient=SQL Server',
    test: 'xunit=xUnit, nunit=NUnit, mstest=MSTest, moq=Moq, nsubstitute=NSubstitute, fluentassertions=FluentAssertions, microsoft.playwright=Playwright, bunit=bUnit, shouldly=Shouldly, tunit=TUnit',
    lint: 'stylecop=StyleCop, sonaranalyzer=SonarAnalyzer',
    format: 'csharpier=CSharpier',
  },
  ruby: {
    framework: 'rails=Rails, sinatra=Sinatra, hanami=Hanami, roda=Roda, jekyll=Jekyll, grape=Grape',
    library:
      'sidekiq=Sidekiq, devise=Devise, puma=Puma, graphql=GraphQL, pundit=Pundit, hotwire-rails=Hotwire, turbo-rails=Turbo, view_component=ViewComponent, haml-rails=Haml, vite_rails=Vite',
    store:
      'pg=PostgreSQL, mysql2=MySQL, sqlite3=SQLite, redis=Redis, sequel=Sequel, mongoid=MongoDB, elasticsearch=Elasticsearch, chewy=Elasticsearch',
    test: 'rspec=RSpec, rspec-rails=RSpec, minitest=Minitest, capybara=Capybara, factory_bot=FactoryBot, cucumber=Cucumber',
    lint: 'rubocop=RuboCop, standard=Standard, haml_lint=HAML-Lint, brakeman=Brakeman, reek=Reek',
    typecheck: 'sorbet=Sorbet, steep=Steep',
  },
  php: {
    framework:
      'laravel/framework=Laravel, symfony/framework-bundle=Symfony, symfony/symfony=Symfony, slim/slim=Slim, cakephp/cakephp=CakePHP, codeigniter4/framework=CodeIgniter, yiisoft/yii2=Yii, livewire/livewire=Livewire, inertiajs/inertia-laravel=Inertia, filament/filament=Filament, drupal/core=Drupal, drupal/core-recommended=Drupal',
    library:
      'guzzlehttp/guzzle=Guzzle, twig/twig=Twig, laravel/sanctum=Sanctum, laravel/horizon=Horizon, laravel/scout=Scout, api-platform/core=API Platform, monolog/monolog=Monolog',
    store: 'doctrine/orm=Doctrine, predis/predis=Redis',
    test: 'phpunit/phpunit=PHPUnit, pestphp/pest=Pest, behat/behat=Behat, mockery/mockery=Mockery, laravel/dusk=Dusk',
    lint: 'squizlabs/php_codesniffer=PHP_CodeSniffer, rector/rector=Rector',
    format: 'laravel/pint=Pint, friendsofphp/php-cs-fixer=PHP CS Fixer',
    typecheck:
      'phpstan/phpstan=PHPStan, larastan/larastan=PHPStan, nunomaduro/larastan=PHPStan, vimeo/psalm=Psalm',
  },
  elixir: {
    framework: 'phoenix=Phoenix, phoenix_live_view=LiveView, nerves=Nerves, ash=Ash, absinthe=Absinthe',
    library: 'oban=Oban, broadway=Broadway, req=Req, tesla=Tesla, swoosh=Swoosh, plug=Plug',
    store: 'ecto=Ecto, ecto_sql=Ecto, postgrex=PostgreSQL, myxql=MySQL, ecto_ch=ClickHouse, redix=Redis',
    test: 'ex_machina=ExMachina, mox=Mox, wallaby=Wallaby, stream_data=StreamData',
    lint: 'credo=Credo, sobelow=Sobelow',
    typecheck: 'dialyxir=Dialyzer',
  },
  image: {
    store:
      'postgres=PostgreSQL, postgresql=PostgreSQL, mysql=MySQL, mariadb=MariaDB, redis=Redis, valkey=Valkey, mongo=MongoDB, elasticsearch=Elasticsearch, opensearch=OpenSearch, clickhouse-server=ClickHouse, memcached=Memcached, minio=MinIO, cassandra=Cassandra, etcd',
    library:
      'kafka=Kafka, rabbitmq=RabbitMQ, nats=NATS, nginx=nginx, traefik=Traefik, localstack=LocalStack, mailhog=MailHog',
  },
}

/** Few projects have to do with more than two. */
const wellKnownIn = remember((ecosystem: Ecosystem) => namesIn(TABLE[ecosystem]))

function namesIn(uses: Partial<Record<NotableUse, string>>): ReadonlyMap<string, readonly WellKnown[]> {
  const names = new Map<string, WellKnown[]>()
  for (const [use, list] of Object.entries(uses)) {
    for (const item of list.split(', ')) {
      const [dependency = '', name = dependency] = item.split('=')
      names.set(dependency, [...(names.get(dependency) ?? []), { name, use: use as NotableUse }])
    }
  }
  return names
}
