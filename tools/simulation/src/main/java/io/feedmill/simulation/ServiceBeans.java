package io.feedmill.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.mock.web.MockServletContext;
import org.springframework.web.context.support.GenericWebApplicationContext;

/**
 * The beans of a service, found by its own configuration once a JVM, and made anew for each simulated process: a context for each process would take most of a
 * sequence's time. Each process has its parts of a scope; only settings and what has no state are common to all.
 */
final class ServiceBeans {
    private static final String SCOPE = "process";
    private static final ScopedValue<Map<String, Object>> PARTS = ScopedValue.newInstance();
    /** What beans without a process have of ours: no state of one. */
    private static final Map<String, Object> NO_PROCESS = new HashMap<>();

    /** Beans of libraries that keep no state of a process: those that hold any of ours are made for each. */
    private static final Set<String> OURS =
            Set.of("io.feedmill.", "org.springframework.security.", "org.springframework.boot.security.");

    /** The settings of all simulated processes: small enough that a sequence meets the limits. */
    static final Map<String, String> SETTINGS = settings();

    private final GenericWebApplicationContext context;

    private ServiceBeans(GenericWebApplicationContext context) {
        this.context = context;
    }

    private static Map<String, String> settings() {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        System.setProperty("aws.region", "eu-central-1");
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME))
                .setLevel(Level.toLevel(System.getProperty("simulation.log"), Level.OFF));
        NO_PROCESS.put("warmUp", (ApplicationRunner) arguments -> {});
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spring.profiles.active", "local");
        settings.put("spring.autoconfigure.exclude", "io.awspring.cloud.autoconfigure.sqs.SqsAutoConfiguration");
        settings.put("springdoc.api-docs.enabled", "false");
        settings.put("feedmill.tables.prefix", World.TABLE_SETTINGS.prefix());
        settings.put("feedmill.tables.create", "false");
        settings.put("feedmill.tables.outbox-shards", Integer.toString(World.TABLE_SETTINGS.outboxShards()));
        settings.put("feedmill.tables.ledger-shards", Integer.toString(World.TABLE_SETTINGS.ledgerShards()));
        settings.put("feedmill.tables.counter-shards", Integer.toString(World.TABLE_SETTINGS.counterShards()));
        settings.put("feedmill.tables.connections", Integer.toString(World.TABLE_SETTINGS.connections()));
        settings.put("feedmill.queues.prefix", World.TABLE_SETTINGS.prefix());
        settings.put("feedmill.queues.create", "false");
        settings.put("feedmill.fanout.slice-size", "2");
        settings.put("feedmill.fanout.max-pending", "2");
        return settings;
    }

    /** Finds the beans of a service with these settings. */
    static ServiceBeans of(Class<?> service, Map<String, String> settings) {
        GenericWebApplicationContext context = new GenericWebApplicationContext(new Beans());
        context.setServletContext(new MockServletContext());
        AnnotationConfigUtils.registerAnnotationConfigProcessors(context);
        context.addBeanFactoryPostProcessor(ServiceBeans::scope);
        new SpringApplicationBuilder(service)
                .registerShutdownHook(false)
                .lazyInitialization(true)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .contextFactory(type -> context)
                .properties(new HashMap<>(settings))
                .run();
        return new ServiceBeans(context);
    }

    /** Finds the names of generic types once: Spring Security asks for a dozen of them in each process. */
    private static final class Beans extends DefaultListableBeanFactory {
        private final Map<ResolvableType, String[]> names = new HashMap<>();

        @Override
        public String[] getBeanNamesForType(ResolvableType type) {
            return isConfigurationFrozen()
                    ? names.computeIfAbsent(type, super::getBeanNamesForType)
                    : super.getBeanNamesForType(type);
        }
    }

    private static void scope(ConfigurableListableBeanFactory beans) {
        beans.registerScope(SCOPE, new SimpleThreadScope() {
            @Override
            public Object get(String name, ObjectFactory<?> maker) {
                Map<String, Object> parts = PARTS.orElse(NO_PROCESS);
                Object part = parts.get(name);
                if (part == null) {
                    part = maker.getObject();
                    parts.put(name, part);
                }
                return part;
            }

            @Override
            public void registerDestructionCallback(String name, Runnable callback) {
                // A process that is stopped closes what it has, by its order.
            }
        });
        for (String name : beans.getBeanDefinitionNames()) {
            BeanDefinition definition = beans.getBeanDefinition(name);
            definition.setLazyInit(true);
            if (isOfProcess(beans, name, definition)) {
                definition.setScope(SCOPE);
            }
        }
    }

    private static boolean isOfProcess(ConfigurableListableBeanFactory beans, String name, BeanDefinition definition) {
        Class<?> type = beans.getType(name, false);
        if (type == null
                || !definition.isSingleton()
                || BeanFactoryPostProcessor.class.isAssignableFrom(type)
                || BeanPostProcessor.class.isAssignableFrom(type)
                || MergedAnnotations.from(type).isPresent(ConfigurationProperties.class)) {
            return false;
        }
        String factory = definition.getFactoryBeanName() == null
                ? String.valueOf(definition.getBeanClassName())
                : String.valueOf(beans.getType(definition.getFactoryBeanName(), false));
        return MVC.contains(name)
                || MeterRegistry.class.isAssignableFrom(type)
                || OURS.stream().anyMatch(ours -> type.getName().startsWith(ours) || factory.contains(ours));
    }

    /** Of Spring MVC, what holds resolvers and advice of ours. The mapping of requests has names of beans only, and is found once. */
    private static final Set<String> MVC = Set.of(
            "requestMappingHandlerAdapter",
            "handlerExceptionResolver",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration$EnableWebMvcConfiguration");

    GenericWebApplicationContext context() {
        return context;
    }

    /** Returns the parts of a new process, with these beans for those of their types. */
    Map<String, Object> parts(Map<Class<?>, Object> own) {
        Map<String, Object> parts = new LinkedHashMap<>();
        own.forEach((type, bean) -> {
            String[] names = context.getBeanNamesForType(type, true, false);
            if (names.length == 0) {
                throw new IllegalStateException("The service has no " + type);
            }
            Stream.of(names).forEach(name -> parts.put(name, bean));
        });
        return parts;
    }

    /** Runs this for the process with these parts. */
    static <T> T with(Map<String, Object> parts, Supplier<T> task) {
        return ScopedValue.where(PARTS, parts).call(task::get);
    }

    <T> T bean(Map<String, Object> parts, Class<T> type) {
        return with(parts, () -> context.getBean(type));
    }

    <T> List<T> beans(Map<String, Object> parts, Class<T> type) {
        return with(parts, () -> context.getBeanProvider(type).orderedStream().toList());
    }
}
